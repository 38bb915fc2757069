"""The parameters of verbs: shared options, types of values, and a project's defaults."""
