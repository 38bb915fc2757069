"""Measures what profilers know of a program: compares their profiles of it with an exact one."""
