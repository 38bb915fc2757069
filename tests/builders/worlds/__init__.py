"""Small programs for which all possible runs are known."""
