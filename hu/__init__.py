"""Hu!: score a mahjong hand from a photo."""

from pathlib import Path

# In a checkout the packages lie beside this folder and are linked into it. Where links are not checked out (Windows
# without `core.symlinks`), they are found beside it all the same; the wheel holds them here.
if not Path(__file__).with_name("scoring").is_dir():
    __path__.append(str(Path(__file__).resolve().parent.parent))
