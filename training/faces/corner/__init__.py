"""Modern sets: free colours and drawings, and a numeral in the corner that names the face."""
