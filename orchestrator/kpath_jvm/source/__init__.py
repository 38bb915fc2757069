"""Reads the sources of profiled programs; only this package imports javalang and tree-sitter."""
