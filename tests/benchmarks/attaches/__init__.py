"""What a program's memory for classes grows by when it is attached to again and again."""
