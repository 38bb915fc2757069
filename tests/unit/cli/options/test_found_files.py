"""Tests which options a file of defaults may set if kpath-jvm has found the file by itself."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

import click
import pytest

from kpath_jvm.cli.main import VERBS, group, run_verb
from kpath_jvm.cli.options import declared, defaults
from kpath_jvm.cli.options.declared import DeclaredOption, Found, of_found_files, option
from kpath_jvm.errors import KpathError

#: Maps each verb to the options that a file may not set if kpath-jvm has found the file by itself.
#: These options run, load, replace, remove or wait for something, or only a user should give them.
REFUSED = {
    "attach": {"force", "java-home", "segment-dir"},
    "bounds": {"force"},
    "branches": {"force"},
    "advise": {"force"},
    "build": {"force", "java-home"},
    "check": {"force"},
    "ctl": {"force", "reset"},
    "diff": {"force", "new"},
    "draw cfg": {"force"},
    "draw tree": {"force"},
    "experiment": {
        "budget", "dacapo-jar", "dry-run", "lanes", "renaissance-jar", "resume", "retry-failed",
        "set", "spec-home",
    },
    "export": {"force"},
    "fleet diff": {"master"},
    "fleet merge": {"force"},
    "fleet top": {"master"},
    "fleet trend": {"master"},
    "html": {"force"},
    "jar": {"jmh"},
    "live": {"beside", "until-closed"},
    "merge": {"force", "list"},
    "overlap": {"force"},
    "predict": {"force"},
    "recover": {"discard", "force", "java-home", "segment-dir"},
    "report": {"force"},
    "reproduce": {
        "budget", "dacapo-jar", "dry-run", "lanes", "renaissance-jar", "resume", "retry-failed",
        "spec-home",
    },
    "run": {
        "callers", "compare-native", "dacapo-jar", "force", "java-home", "renaissance-jar",
        "segment-dir", "spec-home", "target-output", "time",
    },
    "store get": {"force"},
    "store prune": {"before", "dry-run", "run"},
    "structure": {"force", "java-home"},
    "tree": {"force"},
    "workloads": {"dacapo-jar", "renaissance-jar", "spec-home"},
}  # fmt: skip
#: Maps each verb to its options whose values are paths that must stay in the directory of the file
#: of defaults.
INSIDE = {
    "attach": {"output", "sources"},
    "branches": {"output", "sources"},
    "advise": {"output", "sources"},
    "bounds": {"against", "output"},
    "build": {"output"},
    "check": {"junit", "output", "rules", "sources"},
    "ctl": {"output"},
    "diff": {"base-sources", "junit", "output", "sources"},
    "draw cfg": {"output", "sources"},
    "draw tree": {"output", "sources"},
    "experiment": {"output"},
    "export": {"output", "sources"},
    "fleet merge": {"output"},
    "fleet trend": {"rules"},
    "html": {"output", "sources"},
    "live": {"sources"},
    "merge": {"output"},
    "overlap": {"output"},
    "predict": {"output", "sources", "train"},
    "recover": {"output"},
    "report": {"output", "sources"},
    "reproduce": {"output"},
    "run": {"guide", "output", "record", "sources"},
    "store get": {"output"},
    "structure": {"csv", "output"},
    "tree": {"output", "sources"},
}


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yields every verb for which a file may have a table, including verbs within other verbs."""
    for verb in VERBS:
        command = group.get_command(click.Context(group), verb)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{verb} {name}", one) for name, one in command.commands.items())
        else:
            yield verb, command


@cache
def options() -> dict[tuple[str, str], click.Option]:
    """Returns all options by verb and long name. Files of defaults use the long names, too."""
    return {
        (verb, max(one.opts, key=len).lstrip("-")): one
        for verb, command in commands()
        for one in command.get_params(click.Context(command))
        if isinstance(one, click.Option) and not one.is_eager
    }


def named(kind: Found) -> dict[str, set[str]]:
    """Returns the names of the options of the given kind, by verb."""
    found: dict[str, set[str]] = {}
    for (verb, name), one in options().items():
        if of_found_files(one) is kind:
            found.setdefault(verb, set()).add(name)
    return found


def some_value(one: click.Option, path: str) -> object:
    """Returns a value for the option, or ``path`` if the option takes a path.

    The option may refuse the value.
    """
    if one.is_flag:
        return True
    text = path if isinstance(one.type, click.Path | click.File) else "1"
    return [text] if one.multiple else text


def of(path: Path, verb: str, name: str, value: object, *, found: bool) -> dict[str, object]:
    """Returns the values that the verb takes from a file with only this option, by parameter.

    ``found`` says whether kpath-jvm has found the file by itself.
    """
    command = dict(commands())[verb]
    whole, _, within = verb.partition(" ")
    if not within:
        return defaults.Defaults(path, {verb: {name: value}}, found).of(verb, command, VERBS)
    tables = {whole: {within: {name: value}}}
    return defaults.Defaults(path, tables, found).within(whole, within, command)


def test_each_option_declares_whether_a_found_file_may_set_it() -> None:
    """Unless an option declares otherwise, it is refused and must be listed in REFUSED."""
    assert named(Found.REFUSED) == REFUSED
    assert named(Found.INSIDE) == INSIDE


def test_options_with_paths_are_declared_as_such() -> None:
    for (verb, name), one in options().items():
        if isinstance(one.type, click.Path | click.File):
            assert of_found_files(one) is not Found.VALUE, (verb, name)
    with pytest.raises(TypeError, match="takes a path"):
        DeclaredOption(["--place"], type=click.Path(), found=Found.VALUE)


def test_an_option_that_declares_nothing_is_refused(tmp_path: Path) -> None:
    @declared.verb("run")
    def command(ours: Annotated[str, option("--ours")]) -> None: ...

    command.params.append(click.Option(["--plain"]))
    for name in ("plain", "ours"):
        tables = {"run": {name: "x"}}
        with pytest.raises(KpathError, match=f"may not set --{name}"):
            defaults.Defaults(tmp_path / "kpath.toml", tables, True).of("run", command, VERBS)


@pytest.mark.parametrize(("verb", "name"), [(v, n) for v in REFUSED for n in sorted(REFUSED[v])])
def test_refused_options_give_one_line_and_work_in_a_named_file(
    tmp_path: Path, verb: str, name: str
) -> None:
    path = tmp_path / "kpath.toml"
    one = options()[verb, name]
    value = some_value(one, str(tmp_path / "place"))
    with pytest.raises(KpathError) as raised:
        of(path, verb, name, value, found=True)
    line = str(raised.value)
    assert "\n" not in line
    key = f"{verb.replace(' ', '.')}.{name}"
    for part in (f"{path}: {key}: ", f"--{name};", f"`kpath-jvm --config {path} {verb} "):
        assert part in line
    (tmp_path / "place").mkdir()
    assert_taken(path, verb, name, value, found=False)


@pytest.mark.parametrize(("verb", "name"), [(v, n) for v in INSIDE for n in sorted(INSIDE[v])])
def test_paths_stay_in_the_file_s_directory(tmp_path: Path, verb: str, name: str) -> None:
    project, other = tmp_path / "project", tmp_path / "other"
    for place in (project, other):
        place.mkdir()
    (project / "link").symlink_to(other)
    path = project / "kpath.toml"
    one = options()[verb, name]
    for outside in ("../other/x", str(other / "x"), "link/x", "link", "~/x", "a/../../other/x"):
        value = some_value(one, outside)
        with pytest.raises(KpathError) as raised:
            of(path, verb, name, value, found=True)
        line = str(raised.value)
        assert "\n" not in line
        key = f"{verb.replace(' ', '.')}.{name}"
        for part in (f"{path}: {key}: {outside} is outside", f"--config {path} {verb} "):
            assert part in line
        assert_taken(path, verb, name, value, found=False)
    inside = of(path, verb, name, some_value(one, "a/b"), found=True)
    expected = str(project / "a" / "b")
    assert inside == {one.name: [expected] if one.multiple else expected}


def assert_taken(path: Path, verb: str, name: str, value: object, *, found: bool) -> None:
    """Checks that the option takes the value or explains what is wrong with it.

    The check fails if the error says that a file may not set the option.
    """
    said = ""
    try:
        taken = of(path, verb, name, value, found=found)
    except KpathError as error:
        said = str(error)
    assert "may not" not in said
    assert said or list(taken) == [options()[verb, name].name]


def test_found_files_may_set_plain_values(tmp_path: Path) -> None:
    for (verb, name), one in options().items():
        if of_found_files(one) is Found.VALUE:
            assert_taken(tmp_path / "kpath.toml", verb, name, some_value(one, ""), found=True)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("[run]\njava-home = 'jdk'\n", "may not set --java-home"),
        ("[run]\nforce = true\n", "may not set --force"),
        ("[run]\nforce = false\n", "may not set --force"),
        ("[run]\noutput = '../x.kpath'\n", "is outside of"),
    ],
)
def test_a_found_file_with_a_refused_option_stops_the_command(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    fragment: str,
) -> None:
    """If kpath-jvm has found the file by itself, the command only prints an error.

    If the user has named the file, the command uses it.
    """
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "kpath.toml").write_text(text, "utf-8")
    monkeypatch.chdir(inner)
    missing = str(tmp_path / "java")
    assert run_verb(["run", "--", missing]) == 125
    said = capsys.readouterr().err
    assert fragment in said
    assert said.count("\n") == 1
    assert run_verb(["--config", str(tmp_path / "kpath.toml"), "run", "--", missing]) == 125
    assert fragment not in capsys.readouterr().err


def test_every_verb_names_the_file_and_its_options_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kpath.toml"
    path.write_text("[workloads]\nlong = true\n[run]\nquiet = true\nk = 3\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    for before in ([], ["--config", str(path)]):
        assert run_verb([*before, "workloads"]) == 0
        assert capsys.readouterr().err == f"kpath-jvm: set by {path}: --long\n"
    assert run_verb(["--no-config", "workloads"]) == 0
    assert capsys.readouterr().err == ""
    assert run_verb(["workloads", "--long"]) == 0
    assert capsys.readouterr().err == ""
    missing = str(tmp_path / "java")
    # The file can't suppress the line that names it, but the user who starts the command can.
    run_verb(["run", "--", missing])
    assert capsys.readouterr().err.startswith(f"kpath-jvm: set by {path}: ")
    run_verb(["run", "-q", "--", missing])
    assert "kpath-jvm: set by" not in capsys.readouterr().err


def test_verbs_within_verbs_have_tables_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, missing = tmp_path / "kpath.toml", str(tmp_path / "missing.kpath")
    text = "[store.add]\nservice = 's'\nversion = 'v'\n[store.get]\nforce = true\n"
    path.write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    # The file sets the required options, so only the profile is missing.
    assert run_verb(["store", "add", "st", missing]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"kpath-jvm: set by {path}: --service s --version v"
    assert missing in said[1]
    assert run_verb(["store", "get", "st", "-o", "x.kpath"]) == 2
    assert f"{path}: store.get.force: kpath-jvm found this file" in capsys.readouterr().err
    # Errors in another verb's table don't matter.
    assert run_verb(["store", "list", "st"]) == 2
    assert str(path) not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("[store]\nservice = 's'\n", ("store.service: no verb 'store service'", "as [store.add]")),
        ("[store]\nadd = 's'\n", ("store.add: is 's', not a table of the options of store add",)),
        ("[store.ad]\n", ("no verb 'store ad'; did you mean add?",)),
        ("[store.list]\nservise = 's'\n", ("store.list.servise: no option", "mean service?")),
        ("[fleet.top]\nmaster = 's'\n", ()),
    ],
)
def test_errors_in_the_table_of_a_group_of_verbs_have_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    fragments: tuple[str, ...],
) -> None:
    path = tmp_path / "kpath.toml"
    path.write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run_verb(["store", "list", "st"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert (str(path) in said) is bool(fragments)
    for fragment in fragments:
        assert fragment in said


def test_the_page_names_the_refused_options() -> None:
    page = Path(__file__).parents[4].joinpath("docs", "options.md").read_text("utf-8")
    start = page.index("## Defaults of a project")
    section = page[start : page.index("\n## ", start + 1)]
    # Users don't see these options. kpath-jvm passes them to views that it starts itself.
    hidden = {"beside", "until-closed"}
    for name in set().union(*REFUSED.values()) - hidden:
        assert f"`--{name}`" in section, name
