"""Benchmarks of what recording costs, to be run by hand."""
