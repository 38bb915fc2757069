"""Builders of objects that tests look at. They need no JVM, no segment and no engine."""
