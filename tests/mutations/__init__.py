"""Seeded defects, and that the differential check catches each."""
