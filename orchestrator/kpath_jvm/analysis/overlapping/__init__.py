"""What overlapping paths tell about the flow across back edges and calls: bounds on pairs."""
