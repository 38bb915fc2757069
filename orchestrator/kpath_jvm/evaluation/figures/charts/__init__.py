"""The charts, by the paper's figure: what each says, its data, how it is drawn."""
