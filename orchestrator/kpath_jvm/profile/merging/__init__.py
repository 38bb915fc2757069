"""Adding up what was recorded of the same method several times."""
