#!/bin/sh
# Trains all networks: render, gather, train, export, calibrate. The folder WORK holds the result of every step. A step
# whose result is there is skipped, so a stopped run goes on when it is started again.
#
#   scripts/train.sh WORK                             from nothing: a GPU and 16 cores, or days on two cores
#   START=models scripts/train.sh WORK                on from the weights of that folder
#   SCALE=4000 START=models scripts/train.sh WORK     with a trace of everything, photos too: minutes, to see that it works
#
# At the end WORK/weights holds the networks and what was fitted to them. Measure them before they replace models/:
#   python -m measuring hard --weights WORK/weights
#   python -m measuring reading --weights WORK/weights
set -eu
mkdir -p "$1"
rm -f "$1/weights/SHA256SUMS" # the sums of an earlier run, whose weights are about to change
work=$(cd "$1" && pwd)
start=${START:+$(cd "$START" && pwd)}
cd "$(dirname "$0")/.."
venv=${HU_TRAIN_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/hu/train}
shared=$(cd "${HU_SHARED:-../shared}" && pwd)
scale=${SCALE:-1}
workers=$(nproc)
# Threads that wait by spinning stall each other wherever the processor is shared.
export OMP_WAIT_POLICY=PASSIVE
run="$venv/bin/python -m training"
# Art families that no training sees. The figures of unseen designs are measured with them.
held_out=ffalt-classic,gleitz,gnome-postmodern,kde-traditional,pysol-amber,pysol-maple,rutopio,samoheen,xmahjongg-real

part() { # COUNT: write COUNT divided by SCALE, rounded up
    echo $((($1 + scale - 1) / scale))
}
step() { # RESULT COMMAND...: run the command unless its result was finished before
    [ -e "$work/$1.done" ] && return
    result=$1
    shift
    echo "$result"
    "$@"
    touch "$work/$result.done"
}
render() { # RESULT SEED SCENES OPTION...
    result=$1 seed=$2 scenes=$3
    shift 3
    step "$result-$scenes" $run.render --shared "$shared" --out "$work/$result" --seed "$seed" --scenes "$(part "$scenes")" \
        --workers "$workers" --hold-out "$held_out" "$@"
}
fit() { # Fit what depends on the networks of WORK/weights, after each change: without it the reader refuses them.
    $run.networks.fit --shared "$shared" --weights "$work/weights" --scenes "$(part 60)" --every "$((4 * scale))" \
        --modern-sets "$(part 25)"
}
thin_photos() { # Make a shared data folder with every SCALE-th training photo. Everything else is linked whole.
    train="$work/shared/photos/train"
    mkdir -p "$train/images" "$train/labels"
    for path in "$shared"/* "$shared"/photos/*; do
        name=${path#"$shared"/}
        case $name in photos | photos/train) ;; *) ln -sfn "$path" "$work/shared/$name" ;; esac
    done
    number=0
    for image in "$shared"/photos/train/images/*; do
        if [ $((number % scale)) -eq 0 ]; then
            name=$(basename "$image")
            ln -sf "$image" "$train/images/$name"
            ln -sf "$shared/photos/train/labels/${name%.*}.txt" "$train/labels/"
        fi
        number=$((number + 1))
    done
}
if [ "$scale" -gt 1 ]; then
    step shared thin_photos
    shared=$work/shared
fi

# What the first round learns from: photos, and some scenes of every kind. The rest is rendered before the second.
render scenes 31 300
render hands 51 300 --hands
render hard 161 1000 --hard all

# The detector, in pictures of 448 pixels: short epochs, each of which leaves a checkpoint, and a rate that falls over
# three quarters of them.
detector=yolo11n-obb.yaml classifier=$work/unseen/classifier.pt rate=2e-3 epochs=600
if [ -n "$start" ]; then
    detector=$start/detector.pt classifier=$start/classifier.pt rate=8e-4 epochs=400
fi
detector_data() { # RESULT OPTION...
    result=$1
    shift
    step "$result" $run.data.detector_data --shared "$shared" --scenes "$work/scenes" --scenes "$work/hands" \
        --scenes "$work/hard" --blanked --views --out "$work/$result" "$@"
}
train_detector() { # RESULT DATA START RATE EPOCHS OPTION...
    result=$1 data=$2 model=$3 rate=$4 epochs=$5
    shift 5
    step "$result" $run.networks.train_detector --data "$work/$data/data.yaml" --model "$model" --out "$work/$result" \
        --rate "$rate" --epochs "$(part "$epochs")" --workers "$workers" "$@"
}
detector_data data1
train_detector detector1 data1 "$detector" "$rate" "$epochs"

# The classifier without any single tile, to measure unseen designs.
flats() { # RESULT KIND DESIGNS SEED
    step "$1" $run.data.flats --shared "$shared" --out "$work/$1" --kind "$2" --designs "$(part "$3")" --seed "$4" \
        --hold-out "$held_out"
}
flats flats usual 8600 41
step unseen $run.networks.train_classifier --shared "$shared" --flats "$work/flats" --scenes "$work/scenes" --hold-out all \
    --out "$work/unseen" --samples "$(part 600000)" --workers "$workers"

# The second round: all scenes, photos three times as often.
render scenes 31 1900
render hands 51 5600 --hands
render hard 161 6000 --hard all
# Modern and dark sets, which only the networks for modern sets learn.
render modern-scenes 33 300 --modern 1
render modern-hands 53 250 --hands --modern 1
render modern-hard 163 300 --hard all --modern 1
flats flats-corner corner 2800 43
flats flats-dark dark 960 45
step corners $run.data.corner_faces --shared "$shared" --out "$work/corners" --designs "$(part 2400)" --seed 81 \
    --hold-out "$held_out"
step letters $run.data.corner_faces --shared "$shared" --out "$work/letters" --designs "$(part 2400)" --seed 82 \
    --hold-out "$held_out" --purpose index
detector_data data2 --repeat-photos 3
train_detector detector2 data2 "$work/detector1/weights/last.pt" 5e-4 1200 --seed 2
step detector_export $run.networks.export detector "$work/detector2/weights/last.pt" --out "$work/weights/detector.onnx"

# The classifier with everything, and with what that detector takes for tiles.
step first_classifier $run.networks.export classifier "$classifier" --out "$work/weights/classifier.onnx"
[ -e "$work/negatives.done" ] || fit
step negatives $run.data.negatives --weights "$work/weights" --scenes "$work/hands" --scenes "$work/hard" \
    --photos "$shared/photos/train" --out "$work/negatives"
step classifier $run.networks.train_classifier --shared "$shared" --flats "$work/flats" --scenes "$work/scenes" \
    --scenes "$work/hands" --scenes "$work/hard" --negatives "$work/negatives" --start "$classifier" \
    --rate 1.2e-3 --samples "$(part 2740000)" --out "$work/classifier" --workers "$workers"
step classifier_export $run.networks.export classifier "$work/classifier/classifier.pt" --out "$work/weights/classifier.onnx"

# The networks for modern sets: a second classifier, trained on from the first, and the readers of numerals and letters.
step modern $run.networks.train_classifier --shared "$shared" --flats "$work/flats" --flats "$work/flats-corner" \
    --flats "$work/flats-dark" --scenes "$work/modern-scenes" --scenes "$work/modern-hands" \
    --scenes "$work/modern-hard" --scenes "$work/scenes" --scenes "$work/hands" --scenes "$work/hard" \
    --negatives "$work/negatives" --start "$work/classifier/classifier.pt" \
    --rate 8e-4 --samples "$(part 390000)" --out "$work/modern" --workers "$workers"
step modern-on $run.networks.train_modern --shared "$shared" --corners "$work/corners" \
    --start "$work/modern/classifier.pt" --steps "$(part 400)" --out "$work/modern-on" --workers "$workers"
step modern_mean $run.networks.average "$work/modern/classifier.pt" "$work/modern-on/classifier.pt" --share 0.6 \
    --out "$work/modern-mean.pt"
step modern_mean_export $run.networks.export classifier "$work/modern-mean.pt" --out "$work/weights/modern.onnx"
step index $run.networks.train_index --shared "$shared" --corners "$work/letters" --flats "$work/flats" \
    --steps "$(part 5500)" ${start:+--start "$start/index.pt"} --out "$work/index" --workers "$workers"
step index_export $run.networks.export index "$work/index/index.pt" --out "$work/weights/index.onnx"
step letter_network $run.networks.train_index --area middle --shared "$shared" --corners "$work/letters" \
    --flats "$work/flats" --steps "$(part 3000)" ${start:+--start "$start/letters.pt"} --out "$work/letter-network" \
    --workers "$workers"
step letters_export $run.networks.export index "$work/letter-network/index.pt" --out "$work/weights/letters.onnx"

# All networks in 8 bits (of the detector the backbone and the neck), with the features for tile sets that are taught,
# and what depends on these networks.
step rounded $run.networks.quantize --weights "$work/weights" --shared "$shared" --out "$work/eight"
step rounded_copy cp "$work/eight/classifier.onnx" "$work/eight/detector.onnx" "$work/eight/index.onnx" \
    "$work/eight/letters.onnx" "$work/eight/modern.onnx" "$work/weights/"
fit
(cd "$work/weights" && sha256sum *.onnx fitted.json >SHA256SUMS)
echo "$work/weights is complete"
