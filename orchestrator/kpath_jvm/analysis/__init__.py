"""Computes what a profile says about loops, branches and costs, for the reports to show."""
