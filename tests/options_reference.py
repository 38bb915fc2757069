"""Writes docs/reference/options.md from the declarations of the verbs and the agent."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import click

from kpath_jvm.cli.main import VERBS, group
from kpath_jvm.cli.options.agent_options import AgentCommand, agent_option_of, takers_of
from kpath_jvm.cli.options.declared import DeclaredOption
from kpath_jvm.cli.options.parameters import SizeType, WholeNumber
from kpath_jvm.recording.options import AgentOption, OptionTable, agent_table
from kpath_jvm.recording.sizes import MOST_BYTES, size_text

HEAD = """# Options

This page is made from what the verbs and the agent declare. After a change,
`pytest tests/unit/cli/options/test_options_page.py --rewrite-golden` writes the page again.
[options.md](../options.md) explains what some of the options do to a recording, and how a project
sets its own defaults.

A size may end in K, M or G. The column *profilers* names the profilers with which an option has an
effect. With any other profiler, the option is refused. The column *agent* gives the option's name
after `-javaagent:kpath.jar=`, if the option is passed on to the agent or the agent has a matching
option.
"""
AGENT_HEAD = """## The agent's options

The options are written as `-javaagent:kpath.jar=key=value,key=value`. The items of a list are
separated by colons; `%`, `,`, `=` and `:` inside a value are percent-encoded as %25, %2C, %3D, %3A.
Every profile's `run.json` has the values in effect.
"""
_DEFAULT = re.compile(r"\s*\[default: ((?:[^\[\]]|\[[^\]]*\])*)\]")


def page() -> str:
    return "\n".join([HEAD, *_own(), *(line for verb in VERBS for line in _verb(verb)), *_agent()])


def line_of(verb: str) -> str:
    """Returns the line with which a verb's page links to the verb's options in options.md."""
    return (
        f"[All options of `{verb}`](../reference/options.md#kpath-jvm-{verb}) with their defaults."
    )


def _own() -> Iterator[str]:
    yield "## kpath-jvm\n\nThese options are written before the verb.\n"
    yield from _table(click.Context(group, info_name="kpath-jvm"))


def _verb(verb: str) -> Iterator[str]:
    found = group.get_command(click.Context(group), verb)
    assert found is not None
    parent = click.Context(group, info_name="kpath-jvm")
    ctx = click.Context(found, info_name=verb, parent=parent)
    yield f"## kpath-jvm {verb}\n\n{VERBS[verb]}\n"
    if isinstance(found, click.Group):
        for name in found.list_commands(ctx):
            inner = found.get_command(ctx, name)
            assert inner is not None
            own = click.Context(inner, info_name=name, parent=ctx)
            yield f"### kpath-jvm {verb} {name}\n\n{inner.get_short_help_str(200)}\n"
            yield from _usage(own)
            yield from _table(own)
    else:
        yield from _usage(ctx)
        yield from _table(ctx)


def _usage(ctx: click.Context) -> Iterator[str]:
    pieces = " ".join(ctx.command.collect_usage_pieces(ctx))
    yield f"`{ctx.command_path} {pieces}`\n"


@dataclass(frozen=True)
class _Row:
    option: str
    meaning: str
    default: str
    profilers: str
    agent: str


def _table(ctx: click.Context) -> Iterator[str]:
    rows = [
        _row(one, ctx)
        for one in ctx.command.get_params(ctx)
        if isinstance(one, click.Option) and not one.hidden and not one.is_eager
    ]
    if not rows:
        yield "It has no options.\n"
        return
    is_run = ctx.info_name == "run"
    has_agent = any(row.agent for row in rows)
    titles = ["option", "meaning", "default"]
    titles += ["profilers"] * is_run + ["agent"] * has_agent
    yield _line(titles)
    yield _line(["---"] * len(titles), "")
    for row in rows:
        cells = [row.option, row.meaning, row.default]
        cells += [row.profilers] * is_run + [row.agent] * has_agent
        yield _line(cells)
    yield ""


def _line(cells: list[str], space: str = " ") -> str:
    return "|" + "|".join(f"{space}{cell}{space}" if cell else " " for cell in cells) + "|"


def _row(one: click.Option, ctx: click.Context) -> _Row:
    record = one.get_help_record(ctx)
    assert record is not None
    help_text = one.help or ""
    found = _DEFAULT.search(record[1])
    default = found[1] if found is not None else ""
    default = default.replace("\n", " ").removesuffix("; required")
    if "[default]" in help_text:
        default = "this one"
    if one.required:
        default = "must be given"
    elif one.is_flag and not default:
        default = "off"
    elif one.secondary_opts:
        default = "on" if one.default else "off"
    meaning = _DEFAULT.sub("", help_text).replace("[default]", "").strip()
    parts = [_cell(meaning), _bounds(one), _more(one)]
    return _Row(
        option=_spelling(one, ctx),
        meaning=" ".join(filter(None, parts)),
        default=_cell(default),
        profilers=_profilers(takers_of(one)),
        agent=_agent_s(one) if isinstance(ctx.command, AgentCommand) else "",
    )


def _spelling(one: click.Option, ctx: click.Context) -> str:
    value = "" if one.is_flag else one.make_metavar(ctx)
    if isinstance(one.type, click.Choice):
        value = value.strip("[]")
    names = [f"`{name} {value}".rstrip().replace("|", "\\|") + "`" for name in one.opts]
    names += [f"`{name}`" for name in one.secondary_opts]
    is_said = "epeatable" in (one.help or "")
    return ", ".join(names) + (" (repeatable)" if one.multiple and not is_said else "")


def _bounds(one: click.Option) -> str:
    kind = one.type
    if isinstance(kind, WholeNumber):
        high = kind.high if isinstance(kind.high, int) else kind.high()
        return f"{kind.low:,} to {high:,}." if high < 1 << 62 else f"{kind.low} or more."
    if isinstance(kind, click.IntRange):
        return f"{kind.min} or more."
    if isinstance(kind, click.FloatRange):
        return f"Above {kind.min}."
    if isinstance(kind, SizeType) and kind.low:
        most = f" to {size_text(kind.high)}" if kind.high < MOST_BYTES else " or more"
        return f"{size_text(kind.low)}{most}."
    return ""


def _more(one: click.Option) -> str:
    """Returns the additional text of an option's declaration.

    Links in the declaration are relative to docs/, and are made relative to docs/reference/.
    """
    text = one.more if isinstance(one, DeclaredOption) else ""
    return re.sub(r"\]\((?!https?:)", "](../", text)


def _cell(text: str) -> str:
    escaped = text.replace("|", "\\|").replace("<", "\\<").replace("*", "\\*")
    return re.sub(r"\[\[(\w+)\]\]", r"`[[\1]]`", escaped)


def _profilers(takers: tuple[str, ...]) -> str:
    every = [*agent_table().profilers]
    others = [name for name in every if name not in takers]
    if not others:
        return "all"
    return f"all but {', '.join(others)}" if len(others) < len(takers) else ", ".join(takers)


def _agent_s(one: click.Option) -> str:
    found = agent_option_of(one)
    return "" if found is None else f"`{found.name}=`"


def _agent() -> Iterator[str]:
    table = agent_table()
    yield AGENT_HEAD
    yield _line(["agent", "meaning", "default", "profilers", "`kpath-jvm run`"])
    yield _line(["---"] * 5, "")
    for option in table.options.values():
        yield _line([
            f"`{option.name}=`", f"{_cell(option.help)}{_values(option)}", _cell(option.default),
            _profilers(_takers(option, table)), _of_run(option),
        ])  # fmt: skip
    yield ""


def _takers(option: AgentOption, table: OptionTable) -> tuple[str, ...]:
    return tuple(name for name in table.profilers if table.takes(name, option.name))


def _of_run(option: AgentOption) -> str:
    spelling = option.spelling
    if spelling[:1] in ("", "("):
        return spelling
    if option.type == "flag" and option.placement == "offered":
        return f"`{spelling}`, `--no-{spelling.removeprefix('--')}`"
    return f"`{spelling.partition(' ')[0]}`"


def _values(option: AgentOption) -> str:
    if option.choices:
        return f" {', '.join(option.choices)}."
    if option.type == "flag":
        return " yes or no."
    if option.type == "size":
        return f" {option.least >> 20}M or more."
    return f" {option.least:,} to {option.most:,}." if option.type == "number" else ""
