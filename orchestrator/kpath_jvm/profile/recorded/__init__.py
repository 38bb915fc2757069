"""What was recorded, on its way into the tables of a profile."""
