"""How much one profile tells of what another one knows: their overlap, and bounds of flows."""
