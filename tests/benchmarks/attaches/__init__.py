"""How much a program's memory for classes grows when it is attached to repeatedly."""
