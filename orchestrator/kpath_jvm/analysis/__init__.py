"""What a profile says of loops, branches and costs: computed, not shown."""
