"""What overlapping paths tell about the flow across back edges: bounds of pairs of iterations."""
