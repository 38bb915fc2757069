"""How often blocks and edges were executed, also where edges were counted."""
