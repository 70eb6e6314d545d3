"""The questions that ``python -m hu.app.evaluation.measure`` answers, one module and one function each."""
