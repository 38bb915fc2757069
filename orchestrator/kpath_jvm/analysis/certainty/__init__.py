"""How much of the flow of k iterations is certain from a profiler's counts."""
