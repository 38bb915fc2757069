"""Builders of the objects that tests look at, made without a JVM, a segment or an engine."""
