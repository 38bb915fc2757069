"""The differences of two programs, or two runs: methods, loops, branches and sequences."""
