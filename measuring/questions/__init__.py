"""The questions that ``python -m measuring`` answers, one module and one function each."""
