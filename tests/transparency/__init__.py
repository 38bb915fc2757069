"""The test suites of real libraries, native and under the profiler."""
