"""The page with recorded readings in place of the networks, for the browser tests; Streamlit runs this file."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from hu.app.page.shell import main
from tests.app.page.recorded import reader

main(reader())
