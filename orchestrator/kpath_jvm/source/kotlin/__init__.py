"""Kotlin's conditions: read by tree-sitter's grammar, matched with what kotlinc compiles."""
