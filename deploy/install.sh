#!/usr/bin/env bash
# Installs Cutcard on 64-bit Raspberry Pi OS or Debian. Run it again at any time, after an update
# too: what a person may have changed (the table's file, passwords, keys) is made once and kept.
set -euo pipefail
umask 022

usage() {
    cat <<END
usage: sudo deploy/install.sh [--table NAME] [--dry-run]

  --table NAME   what the table is called, at its first installation (default: table-1)
  --dry-run      say what would be done, and do nothing

With DESTDIR set, files are laid there and nothing else of the system is touched.
END
}

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=${DESTDIR:-}
table="table-1"
dry=
while [ $# -gt 0 ]; do
    case $1 in
        --table) table=${2:?--table needs a name} && shift ;;
        --dry-run) dry=yes ;;
        -h | --help) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
    shift
done

if ! [[ $table =~ ^[A-Za-z0-9_.-]{1,64}$ ]]; then
    echo "--table: expected letters, digits, '_', '.' and '-', got '$table'" >&2
    exit 2
fi

program=/opt/cutcard
settings=/etc/cutcard
broker=/etc/mosquitto/cutcard
pages=/var/lib/cutcard-displays
roles="controller display dealer floor broadcast pages"
page_roles="display dealer floor broadcast"
cutcard=${CUTCARD:-$root$program/venv/bin/cutcard}
packages=(mosquitto openssl python3-venv)
groups=(dialout gpio video)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '%s\n' "$*"; }

run() { # COMMAND...: or only say it
    if [ "$dry" ]; then say "would run: $*"; else "$@"; fi
}

on_system() { # COMMAND...: what a DESTDIR has no part in
    if [ -z "$root" ]; then run "$@"; fi
}

own() { # OWNER FILE...
    on_system chown "$@"
}

put() { # MODE OWNER FROM TO: lay a file there, if it is not there already as it should be
    if cmp -s "$3" "$root$4"; then return; fi
    if [ "$dry" ]; then say "would write: $4" && return; fi
    say "writes $4"
    install -D -m "$1" "$3" "$root$4"
    own "$2" "$4"
}

once() { # MODE OWNER TO: lay standard input there, unless something is there
    cat >"$work/once"
    if [ ! -e "$root$3" ]; then put "$1" "$2" "$work/once" "$3"; fi
}

folder() { # MODE OWNER FOLDER
    run install -d -m "$1" "$root$3"
    own "$2" "$3"
}

model() { # of a Raspberry Pi; nothing elsewhere
    if [ -e /proc/device-tree/model ]; then tr -d '\0' </proc/device-tree/model; fi
}

check_machine() {
    if [ -z "$root$dry" ] && [ "$(id -u)" != 0 ]; then
        say "expected root: sudo $0" >&2 && exit 1
    fi
    if [ -z "$root" ] && [ "$(getconf LONG_BIT)" != 64 ]; then
        say "expected a 64-bit system: install 64-bit Raspberry Pi OS" >&2 && exit 1
    fi
}

install_packages() {
    case $(model) in
        *"Raspberry Pi 5"*) packages+=(python3-picamera2 python3-opencv python3-rpi-lgpio) ;;
        *"Raspberry Pi"*) packages+=(python3-picamera2 python3-opencv python3-rpi.gpio) ;;
    esac
    if [ "$(uname -m)" = aarch64 ]; then packages+=(python3-numpy python3-opencv); fi
    local package missing=()
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing+=("$package")
    done
    if [ ${#missing[@]} -gt 0 ]; then
        on_system apt-get update -q
        on_system apt-get install -yq --no-install-recommends "${missing[@]}"
    fi
}

make_user() {
    local group
    id cutcard >/dev/null 2>&1 ||
        on_system useradd --system --user-group --home-dir /var/lib/cutcard \
            --shell /usr/sbin/nologin cutcard
    # The pages' own: reads the table's file, and neither its key nor its journal.
    id cutcard-pages >/dev/null 2>&1 ||
        on_system useradd --system --user-group --home-dir "$pages" --groups cutcard \
            --shell /usr/sbin/nologin cutcard-pages
    for group in "${groups[@]}"; do
        if getent group "$group" >/dev/null; then on_system usermod -aG "$group" cutcard; fi
    done
}

install_program() {
    folder 755 root:root "$program"
    [ -x "$program/venv/bin/python" ] ||
        on_system python3 -m venv --system-site-packages "$program/venv"
    # What it runs on is named with its hashes: nothing else is let in, and nothing is built with more.
    on_system "$program/venv/bin/python" -m pip install --quiet --require-hashes --only-binary :all: \
        --requirement "$source/deploy/requirements.txt"
    on_system "$program/venv/bin/python" -m pip install --quiet --no-deps --no-index \
        --no-build-isolation --force-reinstall "$source"
    run install -d "$root/usr/local/bin"
    run ln -sfn "$program/venv/bin/cutcard" "$root/usr/local/bin/cutcard"
}

make_settings() {
    folder 750 root:cutcard "$settings"
    folder 700 cutcard:cutcard /var/lib/cutcard
    folder 700 cutcard-pages:cutcard-pages "$pages"
    sed "s/^name = \"table-1\"/name = \"$table\"/" "$source/deploy/table.toml" |
        once 640 root:cutcard "$settings/table.toml"
    if [ ! -e "$root$settings/table.key" ]; then
        run "$cutcard" keys make --table "$root$settings/table.key"
        own cutcard:cutcard "$settings/table.key"
    fi
}

acl_options() { # what the table's file says of its name and of Home Assistant
    python3 -c '
import re, sys, tomllib
file = tomllib.load(sys.stdin.buffer)
print("--table", file.get("table", {}).get("name", "table-1"))
discovery = file.get("homeassistant", {})
if discovery.get("enabled"):
    print("--homeassistant", discovery.get("prefix", "homeassistant"))
for name, roles in file.get("people", {}).items():
    said = f"{name}={chr(44).join(roles)}"
    if not re.fullmatch("[a-z0-9][a-z0-9_-]*=[a-z,]+", said):
        sys.exit(f"[people]: expected NAME = [ROLE, ...] in small letters, got {said}")
    print("--person", said)
' <"$root$settings/table.toml"
}

make_passwords() {
    local role
    if [ -e "$root$settings/table.toml" ]; then
        case $(acl_options) in *--homeassistant*) roles+=" homeassistant" ;; esac
        roles+=$(acl_options | sed -n 's/^--person \([^=]*\)=.*/ \1/p' | tr -d '\n')
    fi
    folder 711 cutcard:cutcard "$settings/secrets"
    for role in $roles; do
        openssl rand -base64 24 | once 600 cutcard:cutcard "$settings/secrets/$role"
    done
    for role in $page_roles pages; do
        own cutcard-pages:cutcard-pages "$settings/secrets/$role"
    done
}

broker_users() { # hashed anew only where a password is newer: the salt differs every time
    local role fresh=yes
    [ -e "$root$broker/users" ] || fresh=
    for role in $roles; do
        if [ "$root$settings/secrets/$role" -nt "$root$broker/users" ]; then fresh=; fi
    done
    if [ "$fresh" ]; then return; fi
    if [ "$dry" ]; then say "would write: $broker/users" && return; fi
    (
        umask 077
        for role in $roles; do
            printf '%s:%s\n' "$role" "$(cat "$root$settings/secrets/$role")"
        done >"$work/users"
        mosquitto_passwd -U "$work/users"
    )
    put 600 mosquitto:mosquitto "$work/users" "$broker/users"
}

configure_broker() {
    folder 750 root:mosquitto "$broker"
    folder 755 root:root "$settings/tls"
    broker_users
    if [ "$dry" ]; then
        say "would write: $broker/acl, $broker/broker.crt, $broker/broker.key"
    else
        # Its words are names without blanks, each an argument of its own.
        # shellcheck disable=SC2046
        "$cutcard" acl $(acl_options) >"$work/acl"
        put 600 mosquitto:mosquitto "$work/acl" "$broker/acl"
        "$source/deploy/certificates.sh" "$root$settings/tls" "$root$broker" \
            "$(hostname)" "$(hostname).local" localhost 127.0.0.1
    fi
    own mosquitto:mosquitto "$broker/broker.key"
    put 644 root:root "$source/deploy/mosquitto/cutcard.conf" /etc/mosquitto/conf.d/cutcard.conf
}

serve_pages() { # a certificate of the same CA, and the service with it
    if [ "$dry" ]; then
        say "would write: $settings/tls/web.crt, $settings/tls/web.key"
    else
        SERVER=web "$source/deploy/certificates.sh" "$root$settings/tls" "$root$settings/tls" \
            "$(hostname)" "$(hostname).local" localhost 127.0.0.1
    fi
    own cutcard-pages:cutcard-pages "$settings/tls/web.key"
    if [ -z "$root$dry" ]; then # an older installation's belonged to the table's user
        chown -R cutcard-pages:cutcard-pages "$pages"
    fi
    if ! grep -q '^\[web\]' "$root$settings/table.toml" 2>/dev/null && [ -z "$dry" ]; then
        say "$settings/table.toml has no [web]: no pages. deploy/table.toml shows the section"
    fi
    if ! grep -q '^pages *=' "$root$settings/table.toml" 2>/dev/null && [ -z "$dry" ]; then
        say "$settings/table.toml: add pages = \"secrets/pages\" under [roles]: the audit then has persons"
    fi
}

page_passwords() { # made up once, and said once: only their hashes are kept
    local role
    if [ "$root" ] || [ -e "$pages/web.passwords" ]; then return; fi
    if [ "$dry" ]; then say "would make: the pages' passwords" && return; fi
    if ! grep -q '^\[web\]' "$settings/table.toml"; then return; fi
    say "The pages' passwords. They are not shown again; \`cutcard displays … password\` sets others:"
    for role in $page_roles; do
        printf '  %-10s %s\n' "$role" "$(runuser -u cutcard-pages -- "$cutcard" displays \
            --config "$settings/table.toml" password "$role" --generate)"
    done
}

install_units() {
    local unit
    for unit in cutcard.service cutcard-displays.service mosquitto.service.d/cutcard.conf; do
        put 644 root:root "$source/deploy/systemd/$unit" "/etc/systemd/system/$unit"
    done
    put 644 root:root "$source/deploy/udev/70-cutcard.rules" /etc/udev/rules.d/70-cutcard.rules
}

start() {
    on_system systemctl daemon-reload
    on_system udevadm control --reload
    on_system udevadm trigger --subsystem-match=tty
    on_system systemctl enable --quiet mosquitto cutcard cutcard-displays
    on_system systemctl restart mosquitto
    on_system systemctl restart cutcard || say "cutcard does not start: ask the doctor"
    on_system systemctl restart cutcard-displays || say "the pages do not start: ask the doctor"
}

check_machine
install_packages
make_user
install_program
make_settings
make_passwords
configure_broker
serve_pages
install_units
page_passwords
start
say "Done. Next: sudo -u cutcard cutcard doctor --config $settings/table.toml"
say "Pages: https://$(hostname).local:8443 ($settings/tls/ca.crt makes a browser trust them)"
