"""Tests that `diff` and `check` say the same after cases have moved, or with another compiler.

The keys of switches over enums, strings and patterns are numbers that the compiler makes up. They
may change when a case moves, and they depend on the compiler.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import kpath_command
from oracle.harness import compile_java, find_java_homes, java_version

#: Cases whose code differs in more than constants, so each case can be recognised by its code.
#: Profiles hold constants only in digests.
TOLD = {
    "START": "state = c == ',' ? State.START : State.FIELD;",
    "FIELD": "if (c == ',') { state = State.START; } else if (c == '\"') { state = State.QUOTED; }",
    "QUOTED": "if (c == '\"') { state = State.FIELD; }",
}
#: Cases whose code is the same in everything that a profile holds.
ALIKE = {"START": "a++;", "FIELD": "b++;", "QUOTED": "d++;"}
STRINGS = {'"one"': "a += 2;", '"two"': "b += 2;", '"three"': "d += 2;"}
#: An input with which the machine reaches START, FIELD and QUOTED, and one with which it never
#: reaches QUOTED.
TEXT, OTHER_TEXT = 'abc,def,,z"x",y', "a,,,,,,,"


def cases(of: dict[str, str], order: list[int]) -> str:
    labels = [*of]
    return "\n".join(
        f"            case {labels[at]}:\n                {of[labels[at]]}\n                break;"
        for at in order
    )


def source(order: list[int], text: str, *, has_patterns: bool = False) -> str:
    shapes = {
        "Circle c": "a += 3;", "Square s": "b += 3;", "Integer i": "d += 3;",
    }  # fmt: skip
    patterns = (
        f"""
    void shape(Object o) {{
        switch (o) {{
{cases(shapes, order)}
            default:
                break;
        }}
    }}"""
        if has_patterns
        else "    void shape(Object o) { }"
    )
    return f"""
public final class Machine {{
    enum State {{ START, FIELD, QUOTED, OTHER }}
    static final class Circle {{ }}
    static final class Square {{ }}

    State state = State.START;
    long a, b, d;

    void told(char c) {{
        switch (state) {{
{cases(TOLD, order)}
            default:
                break;
        }}
    }}

    void alike() {{
        switch (state) {{
{cases(ALIKE, order)}
            default:
                break;
        }}
    }}

    void text(String s) {{
        switch (s) {{
{cases(STRINGS, order)}
            default:
                break;
        }}
    }}
{patterns}

    public static void main(String[] args) {{
        Machine one = new Machine();
        String text = "{text.replace('"', chr(92) + '"')}";
        for (int i = 0; i < 400; i++) {{
            for (int at = 0; at < text.length(); at++) {{
                one.told(text.charAt(at));
                one.alike();
                one.text(at < 5 ? "one" : at < 7 ? "two" : "three");
                one.shape(at < 5 ? new Circle() : at < 7 ? new Square() : (Object) at);
            }}
        }}
        System.out.println(one.a + one.b + one.d);
    }}
}}
"""


ORDER, MOVED = [0, 1, 2], [2, 0, 1]


def record(
    directory: Path, home: Path, name: str, code: str, *options: str, release: str = "17"
) -> Path:
    file = directory / name / "Machine.java"
    file.parent.mkdir()
    file.write_text(code)
    compile_java([file], file.parent, "--release", release, java_home=home)
    profile = directory / f"{name}.kpath"
    program = [str(find_java_homes()[-1] / "bin" / "java"), "-cp", str(file.parent), "Machine"]
    done = kpath_command.run(
        "run", "--no-report", *options, "-o", str(profile), "--", *program, directory=directory
    )
    assert done.returncode == 0, done.stderr
    return profile


def differing(base: Path, new: Path, *conditions: str) -> tuple[int, dict[str, Any]]:
    gates = [word for one in conditions for word in ("--fail-if", one)]
    words = ("diff", str(base), str(new), "--min-share", "0%", "--json", *gates)
    done = kpath_command.run(*words, directory=base.parent)
    return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def homes() -> tuple[Path, Path]:
    """Returns the homes of a JDK 17 and of a JDK 21 or newer."""
    found = find_java_homes()
    oldest, newest = (
        [home for home in found if java_version(home) == 17],
        [home for home in found if java_version(home) >= 21],
    )
    if not oldest or not newest:
        pytest.skip("needs JDK 17, and JDK 21 or newer")
    return oldest[0], newest[0]


@pytest.mark.parametrize("order", [ORDER, MOVED])
def test_moved_cases_and_another_compiler_make_no_difference(
    tmp_path: Path, homes: tuple[Path, Path], order: list[int]
) -> None:
    base = record(tmp_path, homes[0], "base", source(ORDER, TEXT))
    for at, home in enumerate(homes):
        new = record(tmp_path, home, f"new{at}", source(order, TEXT))
        status, found = differing(base, new, "outcome", "new-branch", "gone-branch", "new-sequence")
        assert status == 0, found["gates"]
        assert not found["branches"]
        assert not found["sequences"]
        assert not found["notes"]


def test_changed_counts_are_reported_with_their_labels(
    tmp_path: Path, homes: tuple[Path, Path]
) -> None:
    base = record(tmp_path, homes[0], "base", source(ORDER, TEXT))
    new = record(tmp_path, homes[1], "new", source(MOVED, OTHER_TEXT))
    status, found = differing(base, new, "outcome > 5%")
    assert status == 1
    counts = {}
    for row in found["branches"]:
        if row["method"] in ("alike", "text"):
            assert all(one["told"] for one in row["outcomes"])
            assert row["moved"] == row["moved_most"] > 0.05
            for one in row["outcomes"]:
                assert one["answer"] == one["base_answer"]
                counts[one["answer"]] = (one["times"]["base"], one["times"]["new"])
    expected = [states(text) | labels(text) for text in (TEXT, OTHER_TEXT)]
    names = {*expected[0], *expected[1]}
    moved = {it: tuple(one.get(it, 0) for one in expected) for it in names}
    assert {it: pair for it, pair in moved.items() if it in counts} == {
        it: pair for it, pair in counts.items() if it != "default"
    }
    assert {"START", "FIELD", '"one"', '"three"'} <= counts.keys()


def states(text: str) -> dict[str, int]:
    """Counts how often ``alike`` sees each state."""
    state, counts = "START", dict[str, int]()
    for c in text * 400:
        if state == "START":
            state = "START" if c == "," else "FIELD"
        elif state == "FIELD":
            state = {",": "START", '"': "QUOTED"}.get(c, state)
        elif c == '"':
            state = "FIELD"
        counts[state] = counts.get(state, 0) + 1
    return counts


def labels(text: str) -> dict[str, int]:
    """Counts how often ``text`` sees each string."""
    of = ["one" if at < 5 else "two" if at < 7 else "three" for at in range(len(text))]
    return {f'"{it}"': 400 * of.count(it) for it in set(of)}


def test_without_labels_cases_are_matched_by_code_or_not_at_all(
    tmp_path: Path, homes: tuple[Path, Path]
) -> None:
    options = "--exclude", "Machine$*"
    base = record(tmp_path, homes[0], "base", source(ORDER, TEXT), *options)
    new = record(tmp_path, homes[0], "new", source(MOVED, TEXT), *options)
    status, found = differing(
        base, new, "outcome(Machine.told) > 5%", "outcome(Machine.alike) > 5%"
    )
    assert status == 2
    told, alike = found["gates"]
    assert told["passed"]
    assert not alike["passed"]
    assert re.match(
        r"it can't be told: Machine\.alike\(\), branch at line \d+ \(.*\): the shares of its "
        r"answers differ by at most [0-9.]+ %, because it isn't known which of its outcomes are "
        "the same on both sides; the keys of such a switch are the compiler's own numbers",
        alike["text"],
    )
    assert not found["branches"]
    assert not found["sequences"]
    sequences, outcomes = found["notes"]
    assert sequences == (
        "sequences of Machine.alike() aren't compared, because it can't be "
        "told which cases of a switch are the same on both sides"
    )
    assert "it can't be told which of these outcomes are the same on both sides" in outcomes
    assert differing(base, new, "new-sequence")[0] == 2
    # The same source, compiled by the same javac, has the same keys.
    again = record(tmp_path, homes[0], "again", source(ORDER, TEXT), *options)
    assert differing(base, again, "outcome")[0] == 0


def test_splitting_a_case_moves_no_executions(tmp_path: Path, homes: tuple[Path, Path]) -> None:
    joined = {"START, FIELD": "a++;", "QUOTED": "d++;"}
    other = source(ORDER, TEXT)
    whole, split = (
        other.replace(cases(ALIKE, ORDER), cases(own, [*range(len(own))]))
        for own in (joined, ALIKE | {"FIELD": "a++;"})
    )
    assert whole != split != other != whole
    for number, (options, expected) in enumerate([((), 0), (("--exclude", "Machine$*"), 2)]):
        base, new = (
            record(tmp_path, homes[0], f"{name}{number}", code, *options)
            for name, code in (("whole", whole), ("split", split))
        )
        for sides in ((base, new), (new, base)):
            status, found = differing(*sides, "outcome(Machine.alike) > 5%")
            assert status == expected, found["gates"]
            # Outcomes that can't be matched one to one are compared as a group. Both profiles have
            # the same number of executions for the group.
            assert not found["branches"]
            if expected:
                assert "the shares of its answers differ by at most " in found["gates"][0]["text"]
    # If one of the two labels gets other code, its executions count as moved.
    whole_profile, new = tmp_path / "whole0.kpath", record(tmp_path, homes[0], "other", other)
    ran = states(TEXT)
    for sides in ((whole_profile, new), (new, whole_profile)):
        status, found = differing(*sides, "outcome(Machine.alike) > 5%")
        assert status == 1
        (row,) = found["branches"]
        assert row["moved"] == pytest.approx(ran["FIELD"] / sum(ran.values()))


def test_exchanged_labels_lead_to_other_code(tmp_path: Path, homes: tuple[Path, Path]) -> None:
    """Exchanges labels of cases whose bodies look the same in a profile.

    When labels of an enum are exchanged, Machine.class stays the same, because the constants'
    numbers are in another class.
    """
    before = source(ORDER, TEXT)
    bodies = [*ALIKE.values()]
    enum, text = (
        before.replace(cases(dict(own), ORDER), cases(dict(others), ORDER))
        for own, others in (
            (ALIKE.items(), zip(("FIELD", "START", "QUOTED"), bodies, strict=True)),
            (STRINGS.items(), zip(('"three"', '"two"', '"one"'), STRINGS.values(), strict=True)),
        )
    )
    assert before != enum != text != before
    base = record(tmp_path, homes[0], "base", before)
    ran = states(TEXT), labels(TEXT)
    for name, code, executions, moved in (
        ("alike", enum, ran[0], ("START", "FIELD")),
        ("text", text, ran[1], ('"one"', '"three"')),
    ):
        new = record(tmp_path, homes[0], name, code)
        status, found = differing(base, new, "outcome > 5%", f"outcome(Machine.{name}) > 5%")
        assert status == 1
        (row,) = found["branches"]
        assert row["method"] == name
        assert row["code"] == "changed"
        share = sum(executions[it] for it in moved) / sum(executions.values())
        assert row["moved"] == row["moved_most"] == pytest.approx(share)
        elsewhere = [one["answer"] for one in row["outcomes"] if one["elsewhere"]]
        assert sorted(elsewhere) == sorted(moved)
        assert all(f"{it} (to other code)" in found["gates"][1]["text"] for it in moved)


def test_moved_patterns_make_no_difference(tmp_path: Path, homes: tuple[Path, Path]) -> None:
    base, new = (
        record(
            tmp_path, homes[1], name, source(order, TEXT, has_patterns=True), release="21"
        )
        for name, order in (("base", ORDER), ("new", MOVED))
    )  # fmt: skip
    status, found = differing(base, new, "outcome")
    assert status == 0, found["gates"]
    done = kpath_command.run("branches", str(base), "--method", "Machine.shape", directory=tmp_path)
    shares = re.findall(r"(Circle|Square|Integer) [0-9.]+ %", done.stdout.decode())
    assert sorted(shares) == ["Circle", "Integer", "Square"]


def test_string_labels_always_have_quotes(tmp_path: Path, homes: tuple[Path, Path]) -> None:
    """With ``case null``, javac compiles a switch over strings like a switch over patterns."""
    plain = source(ORDER, TEXT)
    with_null = plain.replace(
        "switch (s) {", "switch (s) {\n            case null:\n                break;"
    )
    assert with_null != plain
    for name, code in (("plain", plain), ("null", with_null)):
        profile = record(tmp_path, homes[1], name, code, release="21")
        words = "branches", str(profile), "--method", "Machine.text", "--min-share", "0%"
        done = kpath_command.run(*words, directory=tmp_path)
        shares = re.findall(r'("\w+"|\b(?:one|two|three)) [0-9.]+ %', done.stdout.decode())
        assert sorted({*shares}) == ['"one"', '"three"', '"two"'], done.stdout.decode()


def test_rules_name_labels_instead_of_numbers(tmp_path: Path, homes: tuple[Path, Path]) -> None:
    profile = record(tmp_path, homes[0], "base", source(MOVED, TEXT))
    rules = tmp_path / "rules.toml"
    ran = states(TEXT)
    share = ran["START"] / sum(ran.values())
    text = '[[rule]]\noutcome = "Machine.alike"\nanswer = "{}"\nat-least = {}\nat-most = {}\n'
    rules.write_text(text.format("START", share - 0.001, share + 0.001))
    done = kpath_command.run("check", str(profile), "--rules", str(rules), directory=tmp_path)
    assert done.returncode == 0, done.stdout.decode()
    rules.write_text(text.format("1", 0.1, 0.9))
    done = kpath_command.run("check", str(profile), "--rules", str(rules), directory=tmp_path)
    assert done.returncode == 2
    assert "answer '1' is the compiler's own number for QUOTED" in " ".join(
        done.stdout.decode().split()
    )
