#!/bin/sh
# Style, types, layers, and every test that needs no browser, no database and no long time: run it before each commit.
# It installs Hu! with its tests into .venv beside this checkout first.
set -eu
cd "$(dirname "$0")/.."
[ -x .venv/bin/pip ] || python3 -m venv .venv
if ! [ .venv/installed -nt pyproject.toml ]; then
    .venv/bin/pip install --quiet --disable-pip-version-check --editable '.[test,batch]'
    touch .venv/installed
fi
.venv/bin/ruff format --check --quiet .
.venv/bin/ruff check --quiet .
.venv/bin/mypy
.venv/bin/lint-imports --no-cache >.lint-imports.log 2>&1 || { cat .lint-imports.log; exit 1; }
exec .venv/bin/pytest --numprocesses=auto -m 'not browser and not database and not long'
