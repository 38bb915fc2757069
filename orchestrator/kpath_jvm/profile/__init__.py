"""The profile on disk and in memory: how it is written, opened, decoded and merged."""
