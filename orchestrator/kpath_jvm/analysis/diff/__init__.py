"""What differs between two programs, or two runs: methods, loops, branches and sequences."""
