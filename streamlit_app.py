"""The page as an ordinary Streamlit app: ``streamlit run streamlit_app.py``."""

from hu.app.page.shell import main

main()
