"""Made-up results of experiments, row by row."""
