"""The command line as another process of our own."""
