"""What an experiment is and what it runs: its file, benchmarks, configurations, order."""
