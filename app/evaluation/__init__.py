"""How well a folder of labelled photos is read: ``hu evaluate``."""
