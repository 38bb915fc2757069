"""A profile as one page that opens from disk: its data, and how it is put together."""
