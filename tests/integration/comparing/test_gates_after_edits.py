"""The examples of gates.toml stop edits that make a program worse, and let harmless edits pass.

There are two examples: the file of the recipe ``gated``, and the file in a how-to page.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import kpath_command
from integration.comparing.one_class import recorded
from integration.recipes.commands import RECIPES
from kpath_command import REPOSITORY

#: The program. Its method ``parse`` executes few bytecodes, because the JDK does the parsing.
SOURCE = """
public class Work {
    static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    static int classify(int[] values) {
        int small = 0;
        for (int value : values) {
            if (value < 300 && (value & 1) == 0) {
                small++;
            }
        }
        return small;
    }

    static long mix(int[] values, int rounds) {
        long total = 1;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < values.length; i++) {
                total = total * 31 + values[i];
            }
        }
        return total;
    }

    public static void main(String[] arguments) {
        int[] values = new int[1000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 7919 % 1000;
        }
        long total = mix(values, 500);
        for (int i = 0; i < 100; i++) {
            total += classify(values);
        }
        for (int i = 0; i < 500; i++) {
            total += parse(i % 50 == 0 ? "x" : "7") >>> 31;
        }
        System.out.println(total);
    }
}
"""
INNER = """            for (int i = 0; i < values.length; i++) {
                total = total * 31 + values[i];
            }
"""
ONCE = """            total = once(values, total);
"""
EXTRACTED = """
    static long once(int[] values, long before) {
        long total = before;
        for (int i = 0; i < values.length; i++) {
            total = total * 31 + values[i];
        }
        return total;
    }

    static long mix("""
LOOP_EXTRACTED = SOURCE.replace(INNER, ONCE).replace("\n    static long mix(", EXTRACTED)
CONDITION = "value < 300 && (value & 1) == 0"
IS_SMALL = f"""
    static boolean isSmall(int value) {{
        return {CONDITION};
    }}

    static int classify("""
LOG = """    static final boolean LOGGED = Boolean.getBoolean("log");

    static int parse("""
#: The edited sources, by the names of the edits.
EDITS = {
    "throwing": SOURCE.replace("parseInt(text)", 'parseInt(text + " ")'),
    "loop extracted": LOOP_EXTRACTED,
    "condition extracted": SOURCE.replace(CONDITION, "isSmall(value)").replace(
        "\n    static int classify(", IS_SMALL
    ),
    "flag added": SOURCE.replace("    static int parse(", LOG),
    "loop twice": LOOP_EXTRACTED.replace(ONCE, ONCE * 2),
}


def files() -> dict[str, str]:
    page = (REPOSITORY / "docs" / "how-to" / "keep-a-build-from-getting-worse.md").read_text(
        "utf-8"
    )
    (own,) = [one for one in page.split("```\n") if one.startswith("# gates.toml")]
    return {"recipe": (RECIPES / "gated" / "gates.toml").read_text("utf-8"), "how-to": own}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kpath_command.ensure_jars()
    directory = tmp_path_factory.mktemp("edits")
    for name, text in files().items():
        (directory / f"{name}.toml").write_text(text)
    recorded(directory, "base", "Work", SOURCE)
    return directory


def judged(place: Path, name: str) -> dict[str, tuple[int, dict[str, Any]]]:
    """Returns, for each example file, the exit status of ``diff`` and its gates by name."""
    recorded(place, name, "Work", EDITS[name])
    found = {}
    for of in files():
        ended = kpath_command.run(
            "--config", f"{of}.toml", "diff", "base.kpath", f"{name}.kpath", "--json",
            directory=place,
        )  # fmt: skip
        gates = json.loads(ended.stdout)["gates"]
        found[of] = ended.returncode, {one["name"]: one for one in gates}
    return found


def test_an_edit_with_more_exceptions_in_a_small_method_is_stopped(place: Path) -> None:
    for status, gates in judged(place, "throwing").values():
        assert status == 1
        failed = {name: one["text"] for name, one in gates.items() if not one["passed"]}
        # Computed by hand: 10 of 500 calls threw before the edit, and all 500 throw after it.
        assert [*failed] == ["cut-off > +2%, min-share 0%"]
        (text,) = failed.values()
        assert text.startswith("Work.parse(String): paths cut off per 100 entries 2 → 100 (+98; ")
        assert text.endswith("its code has changed)")


@pytest.mark.parametrize("name", ["loop extracted", "condition extracted", "flag added"])
def test_a_harmless_edit_passes(place: Path, name: str) -> None:
    for status, gates in judged(place, name).values():
        assert status == 0, [one["text"] for one in gates.values() if not one["passed"]]
        alone = "1 method that only one side has is not compared; total, new-method and gone-method"
        if name != "flag added":
            assert alone in gates["bytecodes > +10%"]["text"]
        if name == "loop extracted":
            assert (
                "Work.once(int[], long), loop at line 23 of the new side (it seems to have moved "
                "here from Work.mix(int[], int), line 24)"
            ) in gates["new-loop > 1%"]["text"]


def test_an_edit_that_extracts_a_loop_and_calls_it_twice_is_stopped(place: Path) -> None:
    for status, gates in judged(place, "loop twice").values():
        assert status == 1
        assert not gates["new-loop > 1%"]["passed"]
