"""Runs a plan in lanes, resumes it where it stopped, and writes the tables."""
