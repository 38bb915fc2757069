"""The names in a profile's directory, apart from its tables' own (docs/formats/profile.md)."""

RUN_FILE = "run.json"
#: Where a profile of several JVMs has those of the single ones.
JVMS = "jvms"
#: Where a profile has those of its threads, if they were recorded apart.
THREADS = "threads"
#: Where a merged profile has those that it is the sum of, if they were kept.
RUNS = "runs"
