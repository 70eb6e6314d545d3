#!/bin/sh
# Runs the whole training recipe on a few pictures, so that it stays alive: render, train, export, read.
# The training environment (6.5 GB) is made once, outside the checkout, at HU_TRAIN_VENV.
set -eu
cd "$(dirname "$0")/.."
venv=${HU_TRAIN_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/hu/train}
shared=${HU_SHARED:-../shared}
[ -x "$venv/bin/pip" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --editable '.[train]'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python="$venv/bin/python"
"$python" -m hu.vision.training.scenes.render --shared "$shared" --out "$work/scenes" --scenes 4 --seed 1 --size 320
"$python" -m hu.vision.training.scenes.render --shared "$shared" --out "$work/hands" --scenes 2 --seed 1 --hands
"$python" -m hu.vision.training.data.flats --shared "$shared" --out "$work/flats" --designs 1
"$python" -m hu.vision.training.data.nothing --scenes "$work/hands" --out "$work/nothing"
"$python" -m hu.vision.training.networks.train_faces --shared "$shared" --flats "$work/flats" --nothing "$work/nothing" --out "$work/faces" --samples 512 --workers 0
"$python" -m hu.vision.training.measure.measure_faces --shared "$shared" --fold "$work/faces/faces.pt=B" --sheet "$work/misses.png" >/dev/null
"$python" -m hu.vision.training.networks.export faces "$work/faces/faces.pt" --out "$work/faces.onnx"
"$python" -m hu.vision.training.data.finder_data --shared "$shared" --repeat-photos 0 --scenes "$work/scenes" --scenes "$work/hands" --views --out "$work/data"
"$python" -m hu.vision.training.networks.restore finder models/finder.onnx --photos "$shared/photos/train" --out "$work/start.pt" >/dev/null
"$python" -m hu.vision.training.networks.train_finder --data "$work/data/data.yaml" --out "$work/finder" --model "$work/start.pt" --epochs 1 --size 320 \
    --batch 2 --workers 0 >"$work/finder.log" 2>&1 || { tail -n 30 "$work/finder.log"; exit 1; }
"$python" -m hu.vision.training.networks.export finder "$work/finder/weights/last.pt" --out "$work/finder.onnx" --size 320 >/dev/null
"$python" -m hu.vision.training.networks.surety --shared "$shared" --scenes 1 >/dev/null
"$venv/bin/hu" read --json --weights "$work" datasets/samples/images/hand.jpg >/dev/null
echo "training smoke test passed"
