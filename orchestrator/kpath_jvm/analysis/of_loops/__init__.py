"""What the rows of loops are made of: their paths, windows over them, costs of all at once."""
