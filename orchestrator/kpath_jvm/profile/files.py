"""The names in a profile's directory, except those of its tables (docs/formats/profile.md)."""

RUN_FILE = "run.json"
#: The directory with the profiles of the single JVMs, in a profile of several JVMs.
JVMS = "jvms"
#: The directory with the profiles of the threads, if these were recorded separately.
THREADS = "threads"
#: The directory with the profiles that a merged profile is the sum of, if they were kept.
RUNS = "runs"
