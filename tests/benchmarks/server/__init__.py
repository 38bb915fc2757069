"""What the clients of a server see while kpath-jvm attaches, records and leaves."""
