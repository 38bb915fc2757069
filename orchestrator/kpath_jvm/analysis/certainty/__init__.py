"""How much of the flow of k iterations a profiler's counts make certain."""
