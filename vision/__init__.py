"""From a photo to tiles with probabilities and their layout on the table. Knows no rules."""
