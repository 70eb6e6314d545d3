"""The lists that come with the photos and with this project: CSV files of labels and designs."""

import csv
from pathlib import Path
from typing import Final

#: Corrections of labels, the designs of single tiles, and the sets of photos.
DATASETS: Final = Path("datasets")


def column(path: Path, key: str, value: str) -> dict[str, str]:
    """Read two columns of a CSV file as a mapping.

    Args:
        path: the file.
        key: the heading of the keys.
        value: the heading of the values.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        return {row[key]: row[value] for row in csv.DictReader(lines)}
