"""The records of a run, a recording or a stream, as types with one reader and one writer."""
