"""How the archive is written in a process of its own."""
