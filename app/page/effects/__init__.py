"""The effects that an event asks for beside a changed state, as data. ``perform.py`` performs them.

Effects name all that leads out of the page: the ledger, photos, tile sets, the address. Their
results come back as events.
"""
