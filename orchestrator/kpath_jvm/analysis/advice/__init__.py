"""Derives advice on a loop's source from its iterations; each kind of advice has a module."""
