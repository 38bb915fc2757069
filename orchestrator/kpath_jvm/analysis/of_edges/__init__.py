"""How often blocks and edges were executed, computed from counts of paths or of edges."""
