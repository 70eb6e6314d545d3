"""Read and score whole folders of photos, with several processes or a cluster."""
