"""The pieces that every screen is made of."""
