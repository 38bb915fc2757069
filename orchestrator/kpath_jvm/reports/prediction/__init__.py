"""Reports which executed paths an edge profile, or an earlier run, would have predicted."""
