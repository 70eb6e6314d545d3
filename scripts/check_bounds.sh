#!/bin/sh
# scripts/check.sh with the lowest versions that pyproject.toml declares, then with those of constraints.txt, each in an
# environment of its own. "sh scripts/check_bounds.sh renew" writes constraints.txt again, from the latest versions.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check uv
uv="$work/tools/bin/uv"
if [ "${1:-}" = renew ]; then
    "$uv" pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url \
        --extra batch --extra server --extra mcr --extra test pyproject.toml --output-file constraints.txt
    exit
fi
for versions in '--resolution lowest-direct' '--constraint constraints.txt'; do
    "$uv" venv --quiet --clear --seed "$work/checked"
    # shellcheck disable=SC2086  # an option and its value
    "$uv" pip install --quiet --python "$work/checked/bin/python" $versions --editable '.[test,batch]'
    HU_ENVIRONMENT="$work/checked" sh scripts/check.sh
done
