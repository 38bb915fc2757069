"""Experiments, which run benchmarks with profilers several times and sum up the results."""
