"""Builders of what tests look at, made from nothing: no JVM, no segment, no engine."""
