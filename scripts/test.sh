#!/bin/sh
# Installs Hu! with its tests into .venv beside this checkout, checks style, types and layers, and runs the tests.
set -eu
cd "$(dirname "$0")/.."
[ -x .venv/bin/pip ] || python3 -m venv .venv
.venv/bin/pip install --quiet --disable-pip-version-check --editable '.[test,batch]'
# The page is tested in real browsers, the ledger on a real PostgreSQL too; only an administrator can install them.
missing=''
[ -x /usr/bin/chromium ] || missing='chromium'
[ -x /usr/bin/WebKitWebDriver ] || missing="$missing webkit2gtk-driver"
[ -x /usr/bin/Xvfb ] || missing="$missing xvfb"
[ -d /usr/lib/postgresql ] || command -v initdb >/dev/null || missing="$missing postgresql"
[ -x /usr/sbin/nginx ] || command -v nginx >/dev/null || missing="$missing nginx"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086  # a list of names
    apt-get update -qq && apt-get install -qq -y --no-install-recommends $missing >/dev/null
fi
.venv/bin/ruff format --check --quiet .
.venv/bin/ruff check --quiet .
.venv/bin/mypy
.venv/bin/lint-imports --no-cache >.lint-imports.log 2>&1 || { cat .lint-imports.log; exit 1; }
exec .venv/bin/pytest "$@"
