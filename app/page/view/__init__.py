"""The page's screens: from a visit's state to markup and parts for the browser."""
