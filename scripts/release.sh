#!/bin/sh
# Builds the files of a release from a clean clone of this commit, checks them, installs the wheel in an empty
# environment and tries it there. Prints the line that would upload the files, and uploads nothing.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet . "$work/clone"
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check build twine
rm -rf dist
"$work/tools/bin/python" -m build --outdir dist "$work/clone" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; exit 1; }
"$work/tools/bin/twine" check --strict dist/*
python3 -m venv "$work/empty"
"$work/empty/bin/pip" install --quiet --disable-pip-version-check dist/*.whl
cp -r datasets "$work/"
cd "$work"
empty/bin/hu --version
empty/bin/hu score --hand '234m 567m 55s [777z] 13p +2p' --winner S --win discard --from W
empty/bin/hu read datasets/samples/images/hand.jpg
empty/bin/hu doctor
cd - >/dev/null
echo "twine upload dist/*"
