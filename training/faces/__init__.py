"""Tile faces drawn at random: whole sets whose 42 faces agree with one another."""
