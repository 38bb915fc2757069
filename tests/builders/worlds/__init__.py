"""Small programs of which everything that they may have done is known."""
