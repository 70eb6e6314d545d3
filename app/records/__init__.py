"""Records: the typed values that leave the program as JSON, and the words for their ids.

A record holds ids and numbers. ``words.py`` turns them into sentences in every language.
"""
