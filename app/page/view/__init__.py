"""The page's screens: from a visit's state to what the browser shows."""
