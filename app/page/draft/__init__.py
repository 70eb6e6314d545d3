"""The hand in work as values, without Streamlit."""
