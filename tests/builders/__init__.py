"""Builders of what tests look at, out of nothing: no JVM, no segment, no engine."""
