"""The plan of an experiment: its file, its benchmarks, and its configurations in order."""
