"""The charts: what each says, its data, and how it is drawn."""
