"""Sorts a JVM's options for comparisons, but keeps an order that means something."""

import re
from collections.abc import Sequence

#: For each thing that several options can set, the names of these options. The order in which such
#: options are given matters.
_SAME = {
    "-Xmx": ("-XX:MaxHeapSize",),
    "-Xms": ("-XX:InitialHeapSize",),
    "-Xss": ("-XX:ThreadStackSize",),
    "-Xmn": ("-XX:NewSize", "-XX:MaxNewSize"),
    "the mode": ("-Xint", "-Xcomp", "-Xmixed"),
    "the JVM": ("-client", "-server", "-minimal"),
    # Agents are started in the order in which they are named.
    "agents": ("-javaagent", "-agentlib", "-agentpath"),
    # Several of these options may apply to the same class.
    "assertions": ("-ea", "-enableassertions", "-da", "-disableassertions"),
    "system assertions": (
        "-esa", "-enablesystemassertions", "-dsa", "-disablesystemassertions",
    ),
}  # fmt: skip
_SETS = {name: what for what, names in _SAME.items() for name in names}
#: Options that add something each time they are given.
_ADDING = frozenset(
    ("--add-modules", "--add-reads", "--add-exports", "--add-opens", "--enable-native-access")
)
#: The beginnings of options that stand for the options in a file.
_FILES = ("@", "-XX:Flags=", "-XX:VMOptionsFile=")
_FLAG = re.compile(r"(-XX:)[+-]?([^=]*)")
_SIZE = re.compile(r"-X(?:mx|ms|mn|ss)(?=[0-9])")
_NAME = re.compile(r"[^=:]*")


def without_order(options: Sequence[str]) -> tuple[str, ...]:
    """Returns options in sorted order, except where the given order means something.

    Each option is one text with its value, such as ``--add-modules=a``. Options that set the same
    thing stay in the given order. Options in a file can set anything, so if there is such a file,
    all options stay in the given order.
    """
    if any(option.startswith(_FILES) for option in options):
        return tuple(options)
    return tuple(sorted(options, key=_what_it_sets))


def _what_it_sets(option: str) -> str:
    """Returns a text that two options have in common only if their order can mean something."""
    if (flag := _FLAG.match(option)) is not None:
        name = "".join(flag.groups())
    elif option.startswith("-D"):
        name = option.partition("=")[0]
    elif (size := _SIZE.match(option)) is not None:
        name = size[0]
    elif option.startswith("-Xrun"):
        return "agents"
    else:
        found = _NAME.match(option)
        name = option if found is None else found[0]
    return option if name in _ADDING else _SETS.get(name, name)
