"""The verbs that add up, store or query many profiles."""
