"""``hu`` with the tests' networks in the place of the real networks. Tests run it as a program."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from hu.app.cli import main
from tests.app.batch import fake_networks

if __name__ == "__main__":
    fake_networks.install()
    main()
