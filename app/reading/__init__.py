"""From a photo's layout to the most likely legal hand, with what is in doubt."""
