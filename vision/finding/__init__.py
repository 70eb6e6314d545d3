"""From a photo to what may be tiles: detector passes, and what these missed or split."""
