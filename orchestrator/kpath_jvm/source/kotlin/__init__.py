"""Kotlin's conditions, read with tree-sitter's grammar, and matched with what kotlinc compiles."""
