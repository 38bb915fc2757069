"""Workloads that can be run by name: the list of them, and the java command that runs each."""
