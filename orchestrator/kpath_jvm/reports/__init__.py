"""What a profile says, for a reader: summaries, trees, exports."""
