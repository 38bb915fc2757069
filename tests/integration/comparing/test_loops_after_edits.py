"""Loops of an edited method are paired by their code, however the source is broken into lines."""

import json
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import kpath_command
from integration.comparing.one_class import recorded

#: The program around METHOD. It searches a text of 7200 characters for three terms, twice.
AROUND = """
public class H {{
    {method}
    public static void main(String[] arguments) {{
        String[] terms = {{"foo", "bar", "ab"}};
        String text = "the foo and the bar abc ".repeat(300);
        int marks = 0;
        for (int i = 0; i < 2; i++) marks += highlight(text, terms);
        System.out.println(marks);
    }}
}}
"""
#: ``@`` is a place where a line ends. An edit fills in <hoisted>, <first> and <guard>.
METHOD = (
    "static int highlight(String text, String[] terms) {@int marks = 0;@<hoisted>@"
    "for (int i = 0; i < text.length(); i++) {@<first>@"
    "for (int t = 0; t < terms.length; t++) {@"
    "if (<guard>text.regionMatches(true, i, terms[t], 0, terms[t].length())) marks++;@}@}@"
    "return marks;@}"
)
FIRST_LETTERS = (
    "char[] first = new char[terms.length];@for (int t = 0; t < terms.length; t++)@"
    "first[t] = Character.toLowerCase(terms[t].charAt(0));"
)
LETTERS = (
    "char[] letters = new char[text.length()];@for (int i = 0; i < text.length(); i++)@"
    "letters[i] = Character.toLowerCase(text.charAt(i));"
)


class Edit(NamedTuple):
    """An edit of the method, and the number of iterations that its new loop makes in two calls."""

    hoisted: str = ""
    first: str = ""
    guard: str = ""
    iterations: int = 0


EDITS = {
    "small loop added": Edit(FIRST_LETTERS, iterations=6),
    "small loop added, and body extended": Edit(
        FIRST_LETTERS, "char c = Character.toLowerCase(text.charAt(i));", "c == first[t] && ", 6
    ),
    "loop with the same condition added": Edit(
        LETTERS, "char c = letters[i];", "c != 0 && ", 14_400
    ),
    "only body extended": Edit(
        "", "char c = Character.toLowerCase(text.charAt(i));", "c > ' ' && "
    ),
}
#: How lines are broken: by one line break at each place, or by two.
LAYOUTS = {"lines": "\n", "double-spaced": "\n\n"}


def source(edit: Edit, layout: str) -> str:
    method = METHOD.replace("<hoisted>", edit.hoisted).replace("<first>", edit.first)
    return AROUND.format(method=method.replace("<guard>", edit.guard).replace("@", LAYOUTS[layout]))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kpath_command.ensure_jars()
    directory = tmp_path_factory.mktemp("loops")
    for layout in LAYOUTS:
        recorded(directory, f"base {layout}", "H", source(Edit(), layout))
    return directory


def differences(directory: Path, base: str, new: str, *options: str) -> dict[str, Any]:
    ended = kpath_command.run(
        "diff", f"{base}.kpath", f"{new}.kpath", "--json",
        "--min-weight", "0%", "--min-share", "0%", *options, directory=directory,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


@pytest.mark.parametrize("name", EDITS)
def test_line_breaks_do_not_change_how_an_edit_is_reported(place: Path, name: str) -> None:
    edit = EDITS[name]
    said = []
    for layout in LAYOUTS:
        recorded(place, f"{name} {layout}", "H", source(edit, layout))
    for before, after in product(LAYOUTS, LAYOUTS):
        found = differences(
            place, f"base {before}", f"{name} {after}",
            "--fail-if", "iterations > 10%", "--fail-if", "loop-bytecodes > +10%",
        )  # fmt: skip
        # Both old loops make as many iterations as before. Only new loops add iterations.
        new = [one["iterations"]["new"] for one in found["loops"] if one["status"] == "new"]
        assert new == ([edit.iterations] if edit.hoisted else [])
        shifted = [one for one in found["loops"] if one["status"] == "shifted"]
        for loop in shifted:
            assert loop["iterations"]["base"] == loop["iterations"]["new"]
        of_iterations, of_bytecodes = found["gates"]
        assert of_iterations["passed"]
        assert of_bytecodes["passed"] == (not edit.first)
        # A loop's condition is reported as new or gone only if the loop itself is new.
        conditions = {
            one["question"] for one in found["branches"] if one["status"] in {"new", "gone"}
        }
        asked = {6: {"t < terms.length"}, 14_400: {"i < text.length()"}, 0: set[str]()}
        assert {one for one in conditions if "length" in one} == asked[edit.iterations]
        rows = [*found["loops"], *found["branches"]]
        said.append([
            (one["status"], one.get("iterations"), one.get("question"), one["weight"])
            for one in rows
        ])  # fmt: skip
    assert all(one == said[0] for one in said)
