"""Source text beside lines; the only place that imports javalang and tree-sitter."""
