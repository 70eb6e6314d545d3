"""``python -m hu``: the same as the command ``hu``."""

from hu.app.cli import main

main()
