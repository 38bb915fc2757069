"""A benchmark of how much a program's memory for classes grows with each attach."""
