"""The page's server, and what stands before Streamlit's."""
