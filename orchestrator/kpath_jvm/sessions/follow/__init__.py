"""`run --follow-children`, and `recover` of what it has left: many JVMs at once."""
