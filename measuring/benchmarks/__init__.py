"""Benchmarks, each a command of its own: ``python -m measuring.benchmarks.NAME``."""
