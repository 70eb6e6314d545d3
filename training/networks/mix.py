"""Average two detectors weight by weight: what a training learnt is kept in part, and so is what its start knew.

``python -m training.networks.mix START.pt TRAINED.pt --share 0.5 --out mixed.pt``
"""

import argparse
from pathlib import Path

from hu.scoring.errors import InputError
from training.command import room_for, run
from training.networks.yolo import mix_detectors


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", type=Path)
    parser.add_argument("trained", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the trained one, 0 to 1")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if not 0 <= args.share <= 1:
        raise InputError(f"--share {args.share:g}: expected a number from 0 to 1")
    mix_detectors(args.start, args.trained, args.share, room_for(args.out))


if __name__ == "__main__":
    run(main)
