"""What makes methods and paths of several profiles the same, whatever their numbers are."""
