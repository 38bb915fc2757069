"""kpath-jvm: exact profiles of sequences of loop iterations of Java programs."""

__version__ = "0.1.0"
