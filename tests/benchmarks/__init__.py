"""What recording costs: benchmarks to be run by hand."""
