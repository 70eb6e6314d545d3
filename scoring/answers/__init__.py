"""People's answers about a deal. The command line, JSON requests and the page share their words."""
