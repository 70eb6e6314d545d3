"""Rendering of scenes, data sets, training and export of the networks (extra ``train``)."""
