"""Recordings of many JVMs at once: ``run --follow-children``, and how they are recovered."""
