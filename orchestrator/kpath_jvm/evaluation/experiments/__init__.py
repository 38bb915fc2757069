"""Experiments: they run benchmarks with profilers several times, and are resumed and summed up."""
