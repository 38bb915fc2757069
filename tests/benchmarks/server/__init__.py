"""A benchmark of what a server's clients see while kpath-jvm attaches, records and leaves."""
