"""One module for each command of ``hu``; each is imported only when it runs, so that ``hu --help`` is quick."""
