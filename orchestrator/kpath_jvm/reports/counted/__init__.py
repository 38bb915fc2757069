"""What is said of counts that are of no Ball-Larus path."""
