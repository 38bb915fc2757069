"""Tests that docs/reference/options.md has all options, and that the verbs' pages link to it."""

from typing import Annotated

import click
import pytest

import options_reference
from kpath_command import REPOSITORY
from kpath_jvm.cli.main import VERBS, group
from kpath_jvm.cli.options.declared import flag, verb
from kpath_jvm.recording.options import agent_table

PAGE = REPOSITORY / "docs/reference/options.md"


def test_the_page_is_up_to_date(request: pytest.FixtureRequest) -> None:
    made = options_reference.page()
    if request.config.getoption("--rewrite-golden"):
        PAGE.write_text(made, "utf-8")
    assert made == PAGE.read_text("utf-8"), f"{PAGE} is not up to date; --rewrite-golden writes it"


def section(name: str) -> str:
    text = PAGE.read_text("utf-8")
    start = text.index(f"## kpath-jvm {name}\n")
    end = text.find("\n## ", start + 1)
    return text[start:end]


@pytest.mark.parametrize("name", VERBS)
def test_the_page_has_each_option_of_a_command_once(name: str) -> None:
    found = group.get_command(click.Context(group), name)
    assert found is not None
    inner = [found]
    if isinstance(found, click.Group):
        ctx = click.Context(found)
        inner = [one for it in found.list_commands(ctx) if (one := found.get_command(ctx, it))]
    text = section(name)
    for command in inner:
        part = text.split(f"### kpath-jvm {name} {command.name}\n")[-1].split("\n### ")[0]
        for one in command.get_params(click.Context(command)):
            if isinstance(one, click.Option) and not one.is_eager:
                spelling = max(one.opts, key=len)
                rows = [line for line in part.splitlines() if line.startswith("|")]
                cells = [line.split(" | ")[0] for line in rows]
                times = sum(f"`{spelling}`" in it or f"`{spelling} " in it for it in cells)
                assert times == (not one.hidden), (command.name, spelling)


def test_the_page_has_every_option_of_the_agent() -> None:
    part = PAGE.read_text("utf-8").split("\n## The agent's options\n")[1]
    for name in agent_table().options:
        assert part.count(f"\n| `{name}=` |") == 1, name


@pytest.mark.parametrize("name", VERBS)
def test_each_verb_s_page_links_to_its_options(name: str, request: pytest.FixtureRequest) -> None:
    page = REPOSITORY / "docs" / "verbs" / f"{name}.md"
    line = f"\n{options_reference.line_of(name)}\n"
    if request.config.getoption("--rewrite-golden") and line not in page.read_text("utf-8"):
        page.write_text(f"{page.read_text('utf-8')}\n## Options\n{line}", "utf-8")
    assert line in page.read_text("utf-8"), f"{page} doesn't lead to its options"


def test_a_new_option_makes_the_page_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shows that ``test_the_page_is_up_to_date`` can fail."""
    from kpath_jvm.cli import jar

    @verb("jar")
    def more(fresh: Annotated[bool, flag("--fresh", help="It is new.")]) -> None: ...

    monkeypatch.setattr(jar, "command", more)
    made = options_reference.page()
    assert made != PAGE.read_text("utf-8")
    assert "| `--fresh` | It is new. | off |" in made
