"""Computes what a profile says about loops, branches and costs. Reports show it."""
