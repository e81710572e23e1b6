#!/usr/bin/env bash
# Makes the table's own CA once, and a server's certificate: once, when its names change, and
# anew when it has less than 60 days left.
#
#   [SERVER=broker] certificates.sh CA_FOLDER FOLDER NAME_OR_ADDRESS...
#
# CA_FOLDER gets ca.key (keep it) and ca.crt (give it to whoever connects); FOLDER gets
# broker.key and broker.crt, or those of another SERVER: web for the pages.
set -euo pipefail
umask 077

if [ $# -lt 3 ]; then
    echo "usage: $0 CA_FOLDER FOLDER NAME_OR_ADDRESS..." >&2
    exit 2
fi
ca=$1
folder=$2
server=${SERVER:-broker}
certificate=$folder/$server
names_file=$folder/names
if [ "$server" != broker ]; then names_file=$certificate.names; fi
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

current() { # NAMES: whether the server's certificate has them, is of this CA, and lasts
    [ -f "$certificate.crt" ] && [ -f "$certificate.key" ] &&
        [ "$(cat "$names_file" 2>/dev/null)" = "$1" ] &&
        openssl verify -CAfile "$ca/ca.crt" "$certificate.crt" >/dev/null 2>&1 &&
        openssl x509 -checkend $((days_left * 86400)) -noout -in "$certificate.crt" >/dev/null
}

mkdir -p "$ca" "$folder"
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
    key "$certificate.key"
    openssl req -new -key "$certificate.key" -subj "/CN=$1" |
        openssl x509 -req -sha256 -days 3650 -CA "$ca/ca.crt" -CAkey "$ca/ca.key" \
            -set_serial "0x$(openssl rand -hex 16)" -out "$certificate.crt" -extfile <(
                echo "basicConstraints=critical,CA:FALSE"
                echo "keyUsage=critical,digitalSignature"
                echo "extendedKeyUsage=serverAuth"
                echo "subjectAltName=$wanted"
                echo "subjectKeyIdentifier=hash"
                echo "authorityKeyIdentifier=keyid"
            ) 2>/dev/null
    echo "$wanted" >"$names_file"
    chmod 644 "$certificate.crt" "$names_file"
    echo "made the $server's certificate for $wanted"
fi
