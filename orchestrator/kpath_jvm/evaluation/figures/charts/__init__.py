"""The charts, by the paper's figure: what each says, its data, and how it is drawn."""
