"""Gates: what a profile, or a difference, must be like to pass."""
