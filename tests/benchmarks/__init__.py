"""What recording costs: benchmarks to run by hand."""
