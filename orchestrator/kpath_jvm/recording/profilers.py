"""The names of the profilers that run inside the target."""

#: The agent's profilers that keep their tables in the target's heap.
PROFILERS = ("edge", "blpp-hash", "blpp-array", "k-blpp")
