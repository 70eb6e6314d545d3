"""Tile pictures, drawn as SVG."""
