"""Computes facts about loops: entries, iterations, costs, and the paths through the loops."""
