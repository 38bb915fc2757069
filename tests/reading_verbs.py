"""Finds the verbs that read profiles but are missing from a test's list of commands."""

from collections.abc import Iterable

from kpath_jvm.cli.main import TASKS

#: The first words of those tasks in ``--help`` whose verbs read profiles.
_READING = ("Read", "Compare", "Judge")


def without_command(commands: Iterable[list[str]], elsewhere: Iterable[str] = ()) -> set[str]:
    """Returns the verbs without a command, except for those that are tested ``elsewhere``."""
    reading = {
        verb for task, verbs in TASKS.items() if task.split()[0] in _READING for verb in verbs
    }
    return reading - {words[0] for words in commands} - set(elsewhere)
