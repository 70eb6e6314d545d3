"""The page as a Streamlit app: ``streamlit run streamlit_app.py``, see docs/hosting.md."""

import streamlit as st

from hu.app.page.serving.hosted import hosted_layers
from hu.app.page.serving.server import PAGE, life, tell_failure

app = st.App(PAGE, lifespan=life, middleware=hosted_layers(), on_script_error=tell_failure)
