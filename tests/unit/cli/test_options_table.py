"""docs/options.md has every option of a recording, in both spellings."""

import re

from kpath_command import REPOSITORY
from kpath_jvm.cli.run import command

TABLE = (REPOSITORY / "docs/options.md").read_text("utf-8")
AGENT_OPTIONS = REPOSITORY / "agent/agent/src/main/java/org/kpathjvm/agent/AgentOptions.java"

# What selects the program or names the profile is explained by `run --help` alone.
NOT_OF_THE_RECORDING = {
    *("--size", "--iterations", "--warmups", "--output", "--force", "--java-home", "--help"),
}


def test_every_option_of_run_is_in_the_table() -> None:
    spellings = {
        max(parameter.opts, key=len) for parameter in command.params if parameter.opts[0][0] == "-"
    }
    missing = [name for name in spellings - NOT_OF_THE_RECORDING if f"`{name}" not in TABLE]
    assert spellings >= {"--cut", "--max-paths", "-k"}
    assert missing == []


def test_every_option_of_the_agent_is_in_the_table() -> None:
    source = AGENT_OPTIONS.read_text("utf-8")
    keys = re.findall(r'^ {4}[A-Z_]+\(\s*"([a-z-]+)"', source, re.MULTILINE)
    missing = [key for key in keys if f"`{key}=" not in TABLE]
    assert {"segment", "cut", "include"} <= set(keys)
    assert missing == []
