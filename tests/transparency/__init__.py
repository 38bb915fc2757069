"""Runs the test suites of real libraries natively and under the profiler."""
