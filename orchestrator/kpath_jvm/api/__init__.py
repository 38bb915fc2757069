"""Questions of notebooks and programs about a profile, answered by pandas tables."""
