"""Computes what a profile says about loops, branches and costs. Showing it is left to reports."""
