"""Computes how two programs, or two runs, differ in methods, loops, branches and sequences."""
