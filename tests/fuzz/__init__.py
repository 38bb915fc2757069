"""Tests the product with random programs and damaged files."""
