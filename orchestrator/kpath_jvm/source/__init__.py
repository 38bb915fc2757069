"""Reads the sources of profiled programs; only this package imports tree-sitter."""
