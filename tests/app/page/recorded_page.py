"""The page with recorded readings instead of the networks. Streamlit runs it in browser tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from hu.app.page.shell import main
from tests.app.page.recorded import reader

main(reader())
