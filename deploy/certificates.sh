#!/usr/bin/env bash
# Makes the table's own CA once, and the broker's certificate: once, when its names change, and
# anew when it has less than 60 days left.
#
#   certificates.sh CA_FOLDER BROKER_FOLDER NAME_OR_ADDRESS...
#
# CA_FOLDER gets ca.key (keep it) and ca.crt (give it to whoever connects); BROKER_FOLDER gets
# broker.key and broker.crt.
set -euo pipefail
umask 077

if [ $# -lt 3 ]; then
    echo "usage: $0 CA_FOLDER BROKER_FOLDER NAME_OR_ADDRESS..." >&2
    exit 2
fi
ca=$1
broker=$2
shift 2
days_left=60

key() { # FILE
    openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
}

names() { # the certificate's names as openssl writes them
    local name list=()
    for name in "$@"; do
        if [[ $name =~ ^[0-9.]+$|: ]]; then list+=("IP:$name"); else list+=("DNS:$name"); fi
    done
    (IFS=, && echo "${list[*]}")
}

current() { # NAMES: whether the broker's certificate has them, is of this CA, and lasts
    [ -f "$broker/broker.crt" ] && [ -f "$broker/broker.key" ] &&
        [ "$(cat "$broker/names" 2>/dev/null)" = "$1" ] &&
        openssl verify -CAfile "$ca/ca.crt" "$broker/broker.crt" >/dev/null 2>&1 &&
        openssl x509 -checkend $((days_left * 86400)) -noout -in "$broker/broker.crt" >/dev/null
}

mkdir -p "$ca" "$broker"
if [ ! -f "$ca/ca.key" ] || [ ! -f "$ca/ca.crt" ]; then
    key "$ca/ca.key"
    openssl req -x509 -new -key "$ca/ca.key" -sha256 -days 7300 -subj "/CN=Cutcard table" \
        -addext "basicConstraints=critical,CA:TRUE,pathlen:0" \
        -addext "keyUsage=critical,keyCertSign,cRLSign" -out "$ca/ca.crt"
    chmod 644 "$ca/ca.crt"
    echo "made the table's CA: $ca/ca.crt"
fi

wanted=$(names "$@")
if ! current "$wanted"; then
    key "$broker/broker.key"
    openssl req -new -key "$broker/broker.key" -subj "/CN=$1" |
        openssl x509 -req -sha256 -days 3650 -CA "$ca/ca.crt" -CAkey "$ca/ca.key" \
            -set_serial "0x$(openssl rand -hex 16)" -out "$broker/broker.crt" -extfile <(
                echo "basicConstraints=critical,CA:FALSE"
                echo "keyUsage=critical,digitalSignature"
                echo "extendedKeyUsage=serverAuth"
                echo "subjectAltName=$wanted"
                echo "subjectKeyIdentifier=hash"
                echo "authorityKeyIdentifier=keyid"
            ) 2>/dev/null
    echo "$wanted" >"$broker/names"
    chmod 644 "$broker/broker.crt" "$broker/names"
    echo "made the broker's certificate for $wanted"
fi
