"""Gestures: what a player can do on the page, each as a typed event."""
