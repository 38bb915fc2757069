"""All outputs about profiles, for readers and for programs: summaries, trees, exports."""
