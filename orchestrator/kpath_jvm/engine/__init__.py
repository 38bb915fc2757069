"""The engine's JVM inside this process; only this package imports jpype."""
