"""Things that a run leaves behind: segments, metadata and the engine's arrays."""
