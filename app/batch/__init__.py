"""Whole folders of photos: gathered, read by several processes or a cluster, scored, and never read twice."""
