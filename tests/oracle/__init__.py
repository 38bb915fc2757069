"""The oracle: an independent, slow derivation of what a profile must say."""
