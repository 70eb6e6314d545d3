#!/bin/sh
# Runs every check and test. With arguments, it runs only the tests that they name: scripts/test.sh tests/scoring -k fimj
set -eu
cd "$(dirname "$0")/.."
# The page is tested in real browsers, and the ledger on a real PostgreSQL too. Only an administrator can install them.
missing=''
[ -x /usr/bin/chromium ] || missing='chromium'
[ -x /usr/bin/chromium-headless-shell ] || missing="$missing chromium-headless-shell"
[ -x /usr/bin/WebKitWebDriver ] || missing="$missing webkit2gtk-driver"
[ -x /usr/bin/Xvfb ] || missing="$missing xvfb"
[ -d /usr/lib/postgresql ] || command -v initdb >/dev/null || missing="$missing postgresql"
[ -x /usr/sbin/nginx ] || command -v nginx >/dev/null || missing="$missing nginx"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086  # a list of names
    apt-get update -qq && apt-get install -qq -y --no-install-recommends $missing >/dev/null
fi
export PYTHONDONTWRITEBYTECODE= # see scripts/check.sh
if [ $# -gt 0 ] && [ -x .venv/bin/pytest ]; then
    exec .venv/bin/pytest "$@"
fi
exec sh scripts/check.sh --all
