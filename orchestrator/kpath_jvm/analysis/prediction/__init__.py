"""Finds the executed paths that an edge profile, or an earlier run, would predict."""
