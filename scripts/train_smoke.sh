#!/bin/sh
# Runs the training recipe with a trace of everything, which shows that its steps fit together. Then measures and reads
# with its weights. The recipe starts from models/: a detector that is trained for a minute from nothing finds no tiles
# for the later steps.
# The training environment (6.5 GB) is made once, outside the checkout, at HU_TRAIN_VENV.
set -eu
cd "$(dirname "$0")/.."
HU_TRAIN_VENV=${HU_TRAIN_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/hu/train}
shared=${HU_SHARED:-../shared}
export HU_TRAIN_VENV
[ -x "$HU_TRAIN_VENV/bin/pip" ] || python3 -m venv "$HU_TRAIN_VENV"
"$HU_TRAIN_VENV/bin/pip" install --quiet --disable-pip-version-check --constraint scripts/train_constraints.txt \
    --editable '.[train]'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SCALE=4000 START=models sh scripts/train.sh "$work" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; exit 1; }
"$HU_TRAIN_VENV/bin/python" -m measuring classifier --shared "$shared" \
    --folds "$work/classifier/classifier.pt=B" >/dev/null
"$HU_TRAIN_VENV/bin/hu" read --json --weights "$work/weights" datasets/samples/images/hand.jpg >/dev/null
echo "training smoke test passed"
