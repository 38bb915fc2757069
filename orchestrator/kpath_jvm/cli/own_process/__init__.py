"""Runs the command line in another process of kpath-jvm."""
