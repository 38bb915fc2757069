"""The profile on disk and in memory: writing, opening, decoding, merging."""
