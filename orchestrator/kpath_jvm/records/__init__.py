"""What is recorded of a run, a recording or a stream: typed, with one reader and one writer."""
