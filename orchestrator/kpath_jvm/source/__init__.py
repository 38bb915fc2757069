"""Source text beside lines; only this package imports javalang and tree-sitter."""
