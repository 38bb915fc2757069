"""Tests that a changed package name is recognised, and that it hides no other change."""

import json
from pathlib import Path
from typing import Any

import pytest

import kpath_command
from oracle.harness import compile_java

#: Classes of a program in a package. The class Pricing switches over an enum, so the code and the
#: descriptors of Pricing contain the package's name.
SOURCES = {
    "Order": "class Order {{ enum Kind {{ BULK, GIFT, REGULAR }} final Kind kind; final int cents;"
    " Order(Kind kind, int cents) {{ this.kind = kind; this.cents = cents; }} }}",
    "Pricing": "class Pricing {{ static long price(Order order) {{ long total = {total};"
    " switch (order.kind) {{ case BULK: if (order.cents > 50) total -= 9; break;"
    " case GIFT: total += 3; break; default: break; }} return total; }} }}",
    "Main": "public class Main {{ public static void main(String[] arguments) {{ long sum = 0;"
    " for (int i = 0; i < 900; i++) sum += lib.Sums.half(i) + "
    "Pricing.price(new Order(Order.Kind.values()[i % 3], i % 100)); System.out.println(sum); }} }}",
}
#: A class of a library, which stays in its package.
LIBRARY = "package lib; public class Sums { public static long half(int i) { return i / 2; } }"
SLOWER = "0; for (int i = 0; i < 7; i++) total += order.cents"


def recorded(directory: Path, name: str, package: str, total: str, *options: str) -> Path:
    place = directory / name
    place.mkdir()
    files = [place / "Sums.java"]
    files[0].write_text(LIBRARY)
    for class_name, text in SOURCES.items():
        files.append(place / f"{class_name}.java")
        files[-1].write_text(f"package {package}; {text.format(total=total)}")
    compile_java(files, place)
    kpath_command.run(
        "run", "-k", "2", "-o", "p.kpath", *options, "--", "java", "-cp", ".", f"{package}.Main",
        directory=place,
    )  # fmt: skip
    return place / "p.kpath"


def differing(base: Path, new: Path, *gates: str) -> dict[str, Any]:
    words = [word for gate in gates for word in ("--fail-if", gate)]
    done = kpath_command.run(
        "diff", str(base), str(new), "--min-share", "0%", "--format", "json", *words,
        directory=base.parent,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


GATES = "total(a.shop.*.*) > +5%", "bytecodes > +5%", "new-method", "gone-branch"


@pytest.mark.parametrize("options", [(), ("--include", "*Pricing")])
def test_a_moved_package_fails_no_gate(tmp_path: Path, options: tuple[str, ...]) -> None:
    kpath_command.ensure_jars()
    base = recorded(tmp_path, "base", "a.shop", "order.cents", *options)
    found = differing(base, recorded(tmp_path, "new", "b.stock", "order.cents", *options), *GATES)
    assert all(gate["passed"] for gate in found["gates"]), found["gates"]
    assert not found["branches"]
    assert found["methods"]
    for row in found["methods"]:
        assert row["status"] == "shifted"
        assert row["moved_class"]
        assert not row["renamed"]
    assert "counterpart" not in found["gates"][0]["text"]


def test_a_slower_method_in_a_moved_package_fails_gates(tmp_path: Path) -> None:
    kpath_command.ensure_jars()
    base = recorded(tmp_path, "base", "a.shop", "order.cents")
    found = differing(base, recorded(tmp_path, "new", "b.stock", SLOWER), *GATES)
    verdicts = [gate["passed"] for gate in found["gates"]]
    assert verdicts == [False, False, True, True], found["gates"]


def test_a_total_counts_methods_without_a_counterpart(tmp_path: Path) -> None:
    kpath_command.ensure_jars()
    base, new = (
        recorded(tmp_path, name, "a.shop", "order.cents", *options)
        for name, options in (("base", ()), ("new", ("--exclude", "*Pricing")))
    )
    for sides, text in (((base, new), "on the new side"), ((new, base), "in the base")):
        done = kpath_command.run(
            "diff", *map(str, sides), "--fail-if", "total(a.shop.*.*) > +500%",
            "--fail-if", "total > +500%", "--however-recorded", "--format", "json",
            directory=tmp_path,
        )  # fmt: skip
        of_pattern, of_all = json.loads(done.stdout)["gates"]
        assert of_pattern["text"].endswith(f"; 2 of these methods have no counterpart {text}")
        assert "counterpart" not in of_all["text"]
