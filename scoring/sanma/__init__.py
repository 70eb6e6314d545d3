"""Three-player riichi (三人麻雀, sanma): riichi for three, without 2m to 8m, with North as dora."""
