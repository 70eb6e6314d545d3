#!/bin/sh
# Installs Hu! into .venv in this checkout and scores the sample hand.
set -eu
cd "$(dirname "$0")/.."
[ -x .venv/bin/pip ] || python3 -m venv .venv
.venv/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt .
exec .venv/bin/hu score datasets/samples/images/hand.jpg --winner S --win discard --from E --overlay overlay.jpg "$@"
