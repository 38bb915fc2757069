"""Shows how accurate a profile is: the reports of the verbs ``overlap`` and ``bounds``."""
