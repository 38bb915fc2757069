"""A profile of a program whose names are full of characters that terminals act on."""

import json
from pathlib import Path

from builders.recordings import demo_recording, demo_run
from kpath_jvm.profile.writer import write_profile

#: Printed unescaped, this name would set the window's title, clear the screen, change the direction
#: of writing, and end the line. It also contains markup of rich, Markdown and HTML.
HOSTILE = "\x1b]0;owned\x07\x9b2J\u202eevil\u2066\r\n\u200b[bold red]`|<script>*"


def hostile_profile(directory: Path, name: str = "p.kpath", **run: object) -> Path:
    """Writes a profile of the demo recording with hostile names; returns the profile's path."""
    builder = demo_recording()
    for line in builder.lines:
        line["class"] = f"demo/{HOSTILE}{line['class'].partition('/')[2]}"
        for key in ("name", "loader", "reason", "source"):
            if line.get(key) is not None:
                line[key] = f"{line[key]}{HOSTILE}"
    target = directory / name
    given = {"command": ("java", HOSTILE), "workload": None, "started": HOSTILE, **run}
    write_profile(target, builder.build(directory), demo_run(**given))
    return target


def hostile_rules(directory: Path) -> Path:
    """Writes a rule with a hostile name, about a method with a hostile name; returns the file."""
    rules = directory / "rules.toml"
    name = json.dumps(HOSTILE)
    rules.write_text(f"[[rule]]\nname = {name}\nshare = '*.spin*'\nat-most = '1%'\n", "utf-8")
    return rules
