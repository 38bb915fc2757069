"""Keeps the profiles of many runs in a store, on a file system or in an object store."""
