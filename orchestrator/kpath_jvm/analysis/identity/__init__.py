"""Methods, blocks and paths of two programs that are the same, or were before a change."""
