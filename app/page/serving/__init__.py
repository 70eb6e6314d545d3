"""The page's server, and the middleware in front of Streamlit's."""
