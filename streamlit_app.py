"""The page as an ordinary Streamlit app: ``streamlit run streamlit_app.py``."""

from hu.app.page.main import main

main()
