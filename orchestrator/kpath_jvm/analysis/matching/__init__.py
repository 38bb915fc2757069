"""Methods, blocks and paths that were the same before a change, beyond what is equal."""
