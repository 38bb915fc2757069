"""How often blocks and edges were executed, where edges were counted too."""
