"""Workloads that can be run by name: which there are, and the java command that runs one."""
