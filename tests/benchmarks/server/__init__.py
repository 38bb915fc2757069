"""What the clients of a server see while kpath-jvm comes, records and goes."""
