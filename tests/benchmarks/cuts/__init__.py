"""What a cut of a recording costs the program."""
