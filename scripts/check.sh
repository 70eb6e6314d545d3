#!/bin/sh
# Checks style, types and layers, and runs every test that needs no browser, no database and no long time. Run it before
# each commit. "sh scripts/check.sh --all" runs the other tests too, as scripts/test.sh does.
# First it installs Hu! with its tests into .venv in this checkout, or takes the environment that HU_ENVIRONMENT names.
set -eu
cd "$(dirname "$0")/.."
bin="${HU_ENVIRONMENT:-.venv}/bin"
# With PYTHONDONTWRITEBYTECODE set, each process that a test starts would compile all modules again.
export PYTHONDONTWRITEBYTECODE=
if [ "$bin" = .venv/bin ]; then
    [ -x .venv/bin/pip ] || python3 -m venv .venv
    if ! [ .venv/installed -nt pyproject.toml ]; then
        .venv/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test,batch]'
        touch .venv/installed
    fi
fi
"$bin/ruff" format --check --quiet .
"$bin/ruff" check --quiet .
"$bin/lint-imports" --no-cache >.lint-imports.log 2>&1 || { cat .lint-imports.log; exit 1; }
# mypy uses one core only, so it runs beside the tests.
"$bin/mypy" >.mypy.log 2>&1 &
tests=0
if [ "${1:-}" = --all ]; then
    # Many of these tests wait for servers and browsers: two workers a core are fastest.
    "$bin/pytest" --numprocesses=$(($(nproc) * 2)) --dist=worksteal || tests=$?
else
    "$bin/pytest" --numprocesses=auto -m 'not browser and not database and not long' || tests=$?
fi
wait $! || { cat .mypy.log; exit 1; }
exit $tests
