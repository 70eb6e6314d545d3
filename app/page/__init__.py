"""The web page: photograph a hand, correct it with a tap, see points and payments, keep the game."""
