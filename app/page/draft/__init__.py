"""The hand in work as values; no Streamlit."""
