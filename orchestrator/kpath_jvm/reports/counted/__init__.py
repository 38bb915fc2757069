"""What is said about counts that aren't of Ball-Larus paths."""
