"""How accurate a profile is compared with another one: overlap of paths, and bounds on flows."""
