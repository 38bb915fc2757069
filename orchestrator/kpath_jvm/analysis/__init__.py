"""What a profile says about loops, branches and costs; this code computes it and shows nothing."""
