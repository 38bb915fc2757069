"""docs/options.md: the agent's table is that of the agent, and no option of ``run`` is missing."""

from collections.abc import Iterator

import pytest
from click import Context

from kpath_command import REPOSITORY
from kpath_jvm.cli.options.agent_options import agent_table
from kpath_jvm.cli.run import command
from kpath_jvm.recording.options import AgentOption, OptionTable

PAGE = REPOSITORY / "docs/options.md"
BEGIN, END = "<!-- begin -->\n", "<!-- end -->"

# What selects the program or names the profile is explained by `run --help` alone.
NOT_OF_THE_RECORDING = {
    *("--size", "--iterations", "--warmups", "--output", "--force", "--java-home", "--help"),
}


def rows(table: OptionTable) -> Iterator[str]:
    yield "| `kpath-jvm run` | agent | default | profilers | meaning |"
    yield "|---|---|---|---|---|"
    for option in table.options.values():
        takers = [name for name in table.profilers if table.takes(name, option.name)]
        who = "all" if len(takers) == len(table.profilers) else ", ".join(takers)
        yield (
            f"| {_spelling(option)} | `{option.name}=` | {option.default} | {who} | "
            f"{option.help}{_bounds(option)} |"
        )


def _spelling(option: AgentOption) -> str:
    if option.placement == "set":
        return option.spelling if option.spelling[:1] in ("", "(") else f"`{option.spelling}`"
    if option.type == "flag" and option.placement == "offered":
        return f"`{option.spelling}`, `--no-{option.spelling.removeprefix('--')}`"
    value = "\\|".join(option.choices) or option.metavar or ""
    repeatable = " (repeatable)" if option.type == "patterns" else ""
    return f"`{option.spelling} {value}`{repeatable}".replace(" `", "`")


def _bounds(option: AgentOption) -> str:
    """The values that may be given."""
    if option.placement != "offered" and option.choices:
        return f" {' or '.join(option.choices)}."
    if option.type == "flag":
        return " yes or no."
    if option.type == "size":
        return f" {option.least >> 20}M or more."
    return f" {option.least} to {option.most}." if option.type == "number" else ""


def test_the_agents_table_is_up_to_date(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    made = f"{head}{BEGIN}" + "".join(f"{row}\n" for row in rows(agent_table())) + f"{END}{tail}"
    if request.config.getoption("--rewrite-golden"):
        PAGE.write_text(made, "utf-8")
    assert made == PAGE.read_text("utf-8"), f"{PAGE} is not up to date; --rewrite-golden makes it"


def test_every_option_of_run_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    with Context(command) as ctx:
        parameters = command.get_params(ctx)
    spellings = {max(one.opts, key=len) for one in parameters if one.opts[0][0] == "-"}
    missing = [name for name in spellings - NOT_OF_THE_RECORDING if f"`{name}" not in page]
    assert spellings >= {"--cut", "--max-paths", "-k"}
    assert missing == []
