"""Experiments: benchmarks by profilers by repetitions, which are run, resumed and summed up."""
