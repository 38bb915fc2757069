"""Computes how often sequences of k paths certainly occurred, given what a profiler counted."""
