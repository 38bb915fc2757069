"""The engine's JVM inside this process: the only place that imports jpype."""
