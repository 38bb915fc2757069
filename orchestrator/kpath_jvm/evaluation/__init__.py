"""The evaluation: benchmarks, experiments, results, figures; the profiler imports none of it."""
