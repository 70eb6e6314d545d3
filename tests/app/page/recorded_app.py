"""``streamlit_app.py`` with recorded readings instead of the networks."""

from pathlib import Path

import streamlit as st

from hu.app.page.serving.hosted import hosted_layers
from hu.app.page.serving.server import life, tell_failure

app = st.App(
    Path(__file__).with_name("recorded_page.py"),
    lifespan=life,
    middleware=hosted_layers(),
    on_script_error=tell_failure,
)
