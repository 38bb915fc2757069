"""Finds the verbs that read profiles but are missing from a test's list of commands."""

from collections.abc import Iterable

from kpath_jvm.cli.main import TASKS

#: ``--help`` lists the verbs by task. The tasks whose verbs read profiles begin with these words.
_READING = ("Read", "Compare", "Judge")


def without_command(commands: Iterable[list[str]], elsewhere: Iterable[str] = ()) -> set[str]:
    """Returns the verbs that read profiles and have neither a command nor a test ``elsewhere``."""
    reading = {
        verb for task, verbs in TASKS.items() if task.split()[0] in _READING for verb in verbs
    }
    return reading - {words[0] for words in commands} - set(elsewhere)
