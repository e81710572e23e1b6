#!/usr/bin/env bash
# Takes Cutcard off again. The table's file, keys, passwords, decks and journal stay, unless
# --purge is given: without its key no journal can ever be read again.
set -euo pipefail

usage() { echo "usage: sudo deploy/uninstall.sh [--purge] [--dry-run]"; }

root=${DESTDIR:-}
purge=
dry=
while [ $# -gt 0 ]; do
    case $1 in
        --purge) purge=yes ;;
        --dry-run) dry=yes ;;
        -h | --help) usage && exit ;;
        *) usage >&2 && exit 2 ;;
    esac
    shift
done

run() { if [ "$dry" ]; then echo "would run: $*"; else "$@"; fi; }
on_system() { if [ -z "$root" ]; then run "$@"; fi; }

if [ -z "$root$dry" ] && [ "$(id -u)" != 0 ]; then
    echo "expected root: sudo $0" >&2
    exit 1
fi

for unit in cutcard-displays cutcard; do
    if [ -e "$root/etc/systemd/system/$unit.service" ]; then
        on_system systemctl disable --quiet --now "$unit"
        run rm "$root/etc/systemd/system/$unit.service"
    fi
done
run rm -rf "$root/etc/systemd/system/mosquitto.service.d/cutcard.conf" \
    "$root/etc/udev/rules.d/70-cutcard.rules" "$root/etc/mosquitto/conf.d/cutcard.conf" \
    "$root/etc/mosquitto/cutcard" "$root/usr/local/bin/cutcard" "$root/opt/cutcard"
on_system systemctl daemon-reload
on_system udevadm control --reload
on_system systemctl try-restart mosquitto

if [ "$purge" ]; then
    run rm -rf "$root/etc/cutcard" "$root/var/lib/cutcard" "$root/var/lib/cutcard-displays"
    for user in cutcard-pages cutcard; do
        if id "$user" >/dev/null 2>&1; then on_system userdel "$user"; fi
    done
else
    echo "Kept: /etc/cutcard, /var/lib/cutcard and /var/lib/cutcard-displays (--purge removes them)"
fi
