"""docs/options.md has every option of a recording, in both spellings."""

from click import Context

from kpath_command import REPOSITORY
from kpath_jvm.cli.agent_options import agent_table
from kpath_jvm.cli.run import command

TABLE = (REPOSITORY / "docs/options.md").read_text("utf-8")

# What selects the program or names the profile is explained by `run --help` alone.
NOT_OF_THE_RECORDING = {
    *("--size", "--iterations", "--warmups", "--output", "--force", "--java-home", "--help"),
}


def test_every_option_of_run_is_in_the_table() -> None:
    with Context(command) as ctx:
        parameters = command.get_params(ctx)
    spellings = {max(one.opts, key=len) for one in parameters if one.opts[0][0] == "-"}
    missing = [name for name in spellings - NOT_OF_THE_RECORDING if f"`{name}" not in TABLE]
    assert spellings >= {"--cut", "--max-paths", "-k"}
    assert missing == []


def test_every_option_of_the_agent_is_in_the_table() -> None:
    names = agent_table().options
    assert {"segment", "cut", "include"} <= set(names)
    assert [name for name in names if f"`{name}=" not in TABLE] == []
