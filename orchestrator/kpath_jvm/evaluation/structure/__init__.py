"""The sizes of the k-BLPP paper's structures for a recorded run."""
