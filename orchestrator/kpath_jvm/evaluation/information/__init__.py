"""Measures what profilers know of a program, by comparing their profiles with an exact one."""
