"""A profiler that isn't one of ours, added as docs/adding-an-inline-profiler.md says."""
