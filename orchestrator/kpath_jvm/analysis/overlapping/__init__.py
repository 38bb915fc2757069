"""What overlapping paths tell of the flow across back edges: bounds of pairs of iterations."""
