#!/bin/sh
# sh deploy/configure.sh order.example.ca
# Copies .env.example to .env and fills in the site and new secrets. Needs nothing but a shell. A value that is set stays.
set -eu
cd "$(dirname "$0")/.."
umask 077

test -f .env || cp .env.example .env
# An existing file may be readable by everyone.
chmod 600 .env

set_once() {
  if grep -q "^$1=..*" .env; then return; fi
  if grep -q "^$1=$" .env; then
    # No sed -i: it differs between systems.
    awk -v name="$1" -v value="$2" '$0 == name "=" { $0 = name "=" value } { print }' .env > .env.new
    cat .env.new > .env
    rm .env.new
  else
    printf '%s=%s\n' "$1" "$2" >> .env
  fi
  echo "Added to .env: $1"
}
secret() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

if ! grep -q '^DOMAIN=..*' .env; then
  case "${1:-}" in
    '' | *[!A-Za-z0-9.-]*)
      echo 'Please give the name of your site without https://, such as: sh deploy/configure.sh order.example.ca' >&2
      exit 1
      ;;
  esac
  set_once DOMAIN "$1"
fi
set_once AUTH_SECRET "$(secret)"
set_once POSTGRES_PASSWORD "$(secret)"
echo '.env contains secrets: only you should be able to read it. Keep a copy of it apart from the backups.'
