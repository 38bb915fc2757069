"""What readers are told about a profile: summaries, trees, exports."""
