"""Names of a profile's run.json and of its subdirectories (docs/formats/profile.md)."""

RUN_FILE = "run.json"
#: The directory with the profiles of the JVMs, in a profile of several JVMs.
JVMS = "jvms"
#: The directory with the profiles of the threads, if the threads were recorded separately.
THREADS = "threads"
#: The directory with the profiles that were added up, in a merged profile that keeps them.
RUNS = "runs"
