"""Seeded defects, and tests that the checks catch each of them."""
