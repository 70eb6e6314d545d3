#!/bin/sh
# The tests of scripts/check.sh with the lowest versions that pyproject.toml declares, in an environment that is made once,
# outside the checkout, at HU_LOWEST_VENV. "sh scripts/check_bounds.sh renew" writes constraints.txt and
# scripts/train_constraints.txt again, from the latest versions.
set -eu
cd "$(dirname "$0")/.."
venv=${HU_LOWEST_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/hu/lowest}
[ -x "$venv/bin/pip" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check uv
uv="$venv/bin/uv"
if [ "${1:-}" = renew ]; then
    compile() { "$uv" pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url pyproject.toml "$@"; }
    compile --extra batch --extra server --extra test --output-file constraints.txt
    compile --extra train --constraint constraints.txt --output-file scripts/train_constraints.txt
    exit
fi
"$uv" pip install --quiet --python "$venv/bin/python" --upgrade --resolution lowest-direct --editable \
    '.[test,batch]'
# Style and types are checked with the usual versions alone.
exec "$venv/bin/pytest" --numprocesses=auto -m 'not browser and not database and not long'
