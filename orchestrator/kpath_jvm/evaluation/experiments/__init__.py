"""Experiments: benchmarks by profilers by repetitions, run, resumed and summed up."""
