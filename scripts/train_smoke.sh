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
"$python" -m hu.vision.training.scenes.render --shared "$shared" --out "$work/hard" --hard all --scenes 3 --seed 1 --size 320
"$python" -m hu.vision.training.data.flats --shared "$shared" --out "$work/flats" --designs 1
"$python" -m hu.vision.training.data.negatives --scenes "$work/hands" --out "$work/negatives"
"$python" -m hu.vision.training.networks.train_classifier --shared "$shared" --flats "$work/flats" --negatives "$work/negatives" --out "$work/classifier" --samples 512 --workers 0
"$python" -m hu.vision.training.measure.measure_classifier --shared "$shared" --fold "$work/classifier/classifier.pt=B" --sheet "$work/misses.png" >/dev/null
"$python" -m hu.vision.training.networks.export classifier "$work/classifier/classifier.pt" --out "$work/classifier.onnx"
"$python" -m hu.vision.training.data.detector_data --shared "$shared" --repeat-photos 0 --scenes "$work/scenes" --scenes "$work/hands" \
    --scenes "$work/hard" --views --out "$work/data"
"$python" -m hu.vision.training.networks.restore detector models/detector.onnx --photos "$shared/photos/train" --out "$work/start.pt" >/dev/null
"$python" -m hu.vision.training.networks.train_detector --data "$work/data/data.yaml" --out "$work/detector" --model "$work/start.pt" --epochs 1 --size 320 \
    --batch 2 --workers 0 >"$work/detector.log" 2>&1 || { tail -n 30 "$work/detector.log"; exit 1; }
"$python" -m hu.vision.training.networks.export detector "$work/detector/weights/last.pt" --out "$work/detector.onnx" --size 320 >/dev/null
"$python" -m hu.vision.training.networks.features "$work/classifier.onnx" --photos "$shared/photos/tiles"
"$python" -m hu.vision.training.networks.confidence --shared "$shared" --scenes 1 >/dev/null
"$venv/bin/hu" read --json --weights "$work" datasets/samples/images/hand.jpg >/dev/null
echo "training smoke test passed"
