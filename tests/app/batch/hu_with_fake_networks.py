"""``hu`` with the tests' networks in place of the real ones: the kill tests run it as a program."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

import hu.app.batch.plan
from hu.app.cli import main
from tests.app.batch import fake_networks

hu.app.batch.plan.read_by_networks = fake_networks.make  # type: ignore[assignment]

if __name__ == "__main__":
    main()
