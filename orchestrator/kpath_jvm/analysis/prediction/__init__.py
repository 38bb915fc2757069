"""Which executed paths an edge profile, or an earlier run, would predict."""
