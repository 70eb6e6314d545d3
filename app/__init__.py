"""What people use: the command line, batches, the web page and the game's ledger."""
