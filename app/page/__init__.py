"""The web page.

Players photograph a hand, correct it with a tap, see points and payments, and keep the game.
"""
