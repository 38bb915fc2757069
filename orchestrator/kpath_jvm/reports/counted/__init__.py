"""Words and tables about counts of edges and of extended paths."""
