"""Words and tables about counts that aren't those of Ball-Larus paths."""
