"""How much one profile tells about what another one knows: overlap, and bounds on flows."""
