"""The evaluation: benchmarks, experiments, results, figures. The profiler imports none of it."""
