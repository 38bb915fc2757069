"""What users can choose in questions about a fleet.

This module imports nothing, so that ``--help`` is fast.
"""

#: The engines; the first one is the default.
ENGINES = ("duckdb", "spark")
#: Spark's master by default: two threads on this machine.
LOCAL = "local[2]"
#: What a row of a trend can stand for; the first one is the default.
BYS = ("run", "day", "version")
