"""The commands of ``hu``, a module for each. A module is imported when its command is used."""
