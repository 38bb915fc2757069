"""Tests the texts of gates on a difference: what changed, where, and by how much."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from builders.shaky_runs import ShakyRun, shaky_profile
from builders.versions import GROWN, LEFT, RIGHT, Version, compared_profiles, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.figures import Bounded, BoundedFigure
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.reports.diff.gates import of_conditions


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Difference:
    paths = compared_profiles(tmp_path_factory.mktemp("compared"))
    return difference(*(Side([Profile.open(path)]) for path in paths))


def told(found: Difference, text: str) -> str:
    (gate,) = of_conditions(judge(found, [parsed(text)]))
    return str(gate["text"])


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            "iterations(Work.run) > +10%",
            "demo.Work.run(int), loop at line 2: iterations per entry 4 → 5 (+25.0 %; entries 6; "
            "its method's code has changed)",
        ),
        (
            "iterations(grows:7) > +10%",
            "demo.Work.grows(int), loop at line 7 of the new side: "
            "iterations per entry none → 9 (only the new side has its code)",
        ),
        (
            "bytecodes(came) > +10%",
            "demo.Came.came(int[], String): bytecodes 0 → 630 (the base recorded no method of "
            "class demo.Came, which isn't there or wasn't loaded)",
        ),
        (
            "outcome > 5%",
            "demo.Work.run(int), branch at line 3 (kind.sort == 0): the shares of its answers "
            "differ by 55 %, yes 75.0 % → 20.0 %, no 25.0 % → 80.0 % (it ran 30 instead of 24 "
            "times; in the base, it asks kind == 0; its method's code has changed)",
        ),
        (
            "new-branch(grows)",
            "demo.Work.grows(int), branch at line 7 of the new side (x6 == 0): "
            "only the new side has its code (on the new side 50 executions, 12.1 % of the "
            "bytecodes in its block)",
        ),
        (
            "new-loop(grows)",
            "demo.Work.grows(int), loop at line 7 of the new side: only the new side has its code "
            "(on the new side entered 5 times, 45 iterations, 23.1 % of the bytecodes)",
        ),
        (
            "new-method",
            "demo.Came.came(int[], String): the base recorded no method of class demo.Came, which "
            "isn't there or wasn't loaded (on the new side 1 entry, 15.3 % of the bytecodes)",
        ),
        (
            "share(grows) > +1%",
            "demo.Work.grows(int): share of the bytecodes 22.8 % → 36.4 % (+13.6 points; "
            "bytecodes 550 → 1,500; entries 5; its code has changed)",
        ),
        (
            "share(grows) > 1%",
            "demo.Work.grows(int): share of the bytecodes 22.8 % → 36.4 % (13.6 points; "
            "bytecodes 550 → 1,500; entries 5; its code has changed)",
        ),
        (
            "share(newName) < -1%",
            "demo.Work.newName(int): share of the bytecodes 12.9 % → 7.52 % (-5.34 points; "
            "bytecodes 310; entries 1; its code is unchanged as far as profiles can tell)",
        ),
        (
            "bytecodes(grows) > 1%",
            "demo.Work.grows(int): bytecodes 550 → 1,500 (63.3 % of the larger; entries 5; its "
            "code has changed)",
        ),
        (
            "bytecodes-per-entry(grows) > +1%",
            "demo.Work.grows(int): bytecodes per entry 110 → 300 (+173 %; bytecodes 550 → 1,500; "
            "entries 5; its code has changed)",
        ),
        (
            "bytecodes-per-entry(grows) > +180%",
            "no method's bytecodes per entry rose by more",
        ),
        (
            "bytecodes-per-entry(came) < -1%",
            "demo.Came.came(int[], String): the base recorded no method of class demo.Came, which "
            "isn't there or wasn't loaded, so its bytecodes per entry can't be compared; give a "
            "base that has it, or use new-method",
        ),
        ("total > +10%", "bytecodes of 6 methods that ran on either side, together 2,410 → "
                         "4,120 (+71.0 %)"),
        ("total > +90%", "bytecodes of 6 methods that ran on either side, together 2,410 → "
                         "4,120 (+71.0 %)"),
        ("total(came) > +1%", "bytecodes of 1 method 0 → 630 (it was 0)"),
        # If a condition passes, its text says which figures were judged.
        ("iterations(run) > +90%", "no loop's iterations per entry rose by more"),
        ("iterations(run) < -90%", "no loop's iterations per entry fell by more"),
        ("iterations(run) > 90%",
            "no loop's iterations per entry moved by more, as a share of the larger value"),
        ("loop-bytecodes(run) > +90%", "no loop's own bytecodes rose by more"),
        (
            "loop-bytecodes(run:2) > +1%",
            "demo.Work.run(int), loop at line 2: own bytecodes 1,020 → 1,260 (+23.5 %; iterations "
            "in all 24 → 30; entries 6; its method's code has changed)",
        ),
        (
            "loop-bytecodes(grows:7) > +1%",
            "demo.Work.grows(int), loop at line 7 of the new side: own bytecodes none → 950 (only "
            "the new side has its code)",
        ),
        ("entries(run)", "no method's entries differ"),
        ("share(run) > +90%", "no method's share of the bytecodes rose by more"),
        (
            "share > +90%",
            "no method that does more or less than before has a share of the bytecodes that rose "
            "by more",
        ),
        (
            "bytecodes(gone) > +1%",
            "demo.Gone.gone(): the new side recorded no method of class demo.Gone, which isn't "
            "there or wasn't loaded, so its bytecodes can't be compared; name the method that does "
            "its work now, or use gone-method",
        ),
        (
            "iterations(came) < -1%",
            "demo.Came.came(int[], String): the base recorded no method of class demo.Came, which "
            "isn't there or wasn't loaded, so its iterations per entry can't be compared; give a "
            "base that has it, or use new-method",
        ),
        (
            "any(newName)",
            "demo.Work.newName(int): renamed, was demo.Work.oldName(int); its bytecodes are "
            "12.9 % of the base's total (bytecodes 310; entries 1; its code is unchanged as far as "
            "profiles can tell)",
        ),
        ("outcome > 95%", "no branch has answers whose shares differ by more"),
        ("outcome(stays)", "no branch has answers whose shares differ"),
        ("any > 95%", "nothing differs by a larger share"),
        ("any(stays)", "nothing differs"),
        ("new-loop(run)", "no new loop"),
        ("new-loop > 95%", "no new loop has more"),
    ],
)  # fmt: skip
def test_conditions_have_texts(found: Difference, condition: str, text: str) -> None:
    assert told(found, condition) == text


@pytest.mark.parametrize(
    ("condition", "brief"),
    [
        (
            "iterations(run) > +90%",
            "the largest rise is +25.0 % (demo.Work.run(int), loop at line 2)",
        ),
        (
            "iterations(run) < -90%",
            "the smallest rise is +25.0 % (demo.Work.run(int), loop at line 2)",
        ),
        (
            "iterations(run) > 90%",
            "the largest change is 20 % of the larger (demo.Work.run(int), loop at line 2)",
        ),
        (
            "loop-bytecodes(run) > +90%",
            "the largest rise is +23.5 % (demo.Work.run(int), loop at line 2)",
        ),
        ("bytecodes(run) > +25%", "the largest rise is +21.1 % (demo.Work.run(int))"),
        ("bytecodes(newName) < -1%", "no fall"),
        ("bytecodes(newName) > +1%", "no rise"),
        ("entries(run)", "no change"),
        ("share(newName) < -10%", "the largest fall is -5.34 points (demo.Work.newName(int))"),
        ("share(newName) > +1%", "the smallest fall is -5.34 points (demo.Work.newName(int))"),
        (
            "total > +90%",
            "2,410 → 4,120 (+71.0 %)",
        ),
        (
            "outcome > 95%",
            "the largest change is 55 % (demo.Work.run(int), branch at line 3 (kind.sort == 0))",
        ),
        ("outcome(stays)", "no change"),
        ("any > 95%", "the largest share is 62.2 % (demo.Work.grows(int))"),
        ("any(stays)", "nothing differs"),
        ("new-loop(run)", "none"),
        (
            "new-loop > 95%",
            "the largest share is 23.1 % (demo.Work.grows(int), loop at line 7 of the new side)",
        ),
        ("new-branch(run)", "none"),
        ("entries > 50%", "no change; 2 methods of one side aren't compared"),
        (
            "iterations > +90%",
            "the largest rise is +25.0 % (demo.Work.run(int), loop at line 2); 2 methods of one "
            "side aren't compared; 1 new loop isn't compared (new-loop looks at it)",
        ),
    ],
)
def test_a_condition_that_passes_has_its_measured_value(
    found: Difference, condition: str, brief: str
) -> None:
    (gate,) = of_conditions(judge(found, [parsed(condition)]))
    assert gate["passed"]
    assert gate["brief"] == brief
    (failing,) = of_conditions(judge(found, [parsed("any")]))
    assert (failing["passed"], failing["brief"]) == (False, None)


def test_a_passing_condition_shows_the_largest_possible_amount(tmp_path: Path) -> None:
    """Cut-off activations may have entered the loop, so one mean is between 10 / 31 and 10."""
    base = Version().walked(*[LEFT] * 10)
    one, cut = (
        Side([versions_profile(tmp_path, name, version)])
        for name, version in (("one", base), ("cut", replace(base, escapes=30)))
    )

    def brief(base: Side, new: Side, text: str, *, completed_only: bool = False) -> str:
        condition = parsed(text, completed_only=completed_only)
        (gate,) = of_conditions(judge(difference(base, new), [condition]))
        assert gate["passed"]
        return str(gate["brief"])

    of = "(demo.Work.run(int), loop at line 2)"
    assert brief(one, cut, "iterations < -99%") == f"the largest possible fall is -96.8 % {of}"
    assert (
        brief(one, cut, "iterations > 99%")
        == f"the largest possible change is 96.8 % of the larger {of}"
    )
    assert brief(one, cut, "iterations > +1%") == "no rise"
    assert brief(cut, one, "iterations > +4000%") == f"the largest possible rise is ×31 {of}"  # noqa: RUF001
    assert brief(one, cut, "iterations < -1%", completed_only=True) == "no fall"


def test_the_brief_says_if_loops_are_gone_or_never_ran(tmp_path: Path) -> None:
    base = Version(GROWN, [[0, 1, 2, 3, 5, 1, 6, 7, 6, 8]])
    gone = Version(digest="x").walked(LEFT)
    sides = [
        Side([versions_profile(tmp_path, str(at), one)]) for at, one in enumerate((base, gone))
    ]
    (gate,) = of_conditions(judge(difference(*sides), [parsed("iterations > +99%")]))
    assert gate["brief"] == "no rise; 1 loop that ran in the base is gone"
    never = Version(((1, 3), (2, 3), (1,), ()), [[0, 3]], name="never")
    same = Side([versions_profile(tmp_path, "same", Version().walked(LEFT), never)])
    (gate,) = of_conditions(
        judge(difference(same, same, least_share=0.0), [parsed("iterations(never) > 1%")])
    )
    assert gate["brief"] == "no change; none of its loops ran on either side"


def test_light_methods_that_would_fail_are_counted(tmp_path: Path) -> None:
    """The condition doesn't judge light methods, but its text counts those that would fail it."""
    heavy = Version().walked(*[LEFT] * 4000)
    light = Version(name="level", digest="l")
    sides = [
        Side([versions_profile(tmp_path, name, heavy, light.walked(*rounds))])
        for name, rounds in (("base", [LEFT] * 2), ("new", [LEFT, RIGHT]))
    ]
    found = difference(*sides)
    gates = of_conditions(
        judge(found, [parsed("outcome > 5%"), parsed("outcome > 50%"), parsed("bytecodes > 1%")])
    )
    assert [gate["passed"] for gate in gates] == [True] * 3
    assert [gate["brief"] for gate in gates] == [
        "no change; 1 lighter method (< 0.1 %) would fail the condition with min-share 0%",
        "no change",
        "no change",
    ]
    assert gates[0]["text"].endswith(
        "1 lighter method (< 0.1 %) would fail the condition with min-share 0%: "
        "demo.Work.level(int), branch at line 3 (x2 == 0): at least 50 % of its executions went "
        "another way, yes always → 50.0 %, no never → 50.0 % (it ran 2 times on both sides; its "
        "method's code is unchanged)"
    )


def test_the_brief_says_if_a_difference_may_be_chance(tmp_path: Path) -> None:
    def side(name: str, rounds: list[int]) -> Side:
        return Side([
            versions_profile(tmp_path, f"{name}{at}", Version().walked(*[LEFT] * number))
            for at, number in enumerate(rounds)
        ])  # fmt: skip

    found = difference(side("base", [5, 9]), side("new", [6, 9]))
    conditions = [parsed("bytecodes > +1%"), parsed("total > +1%")]
    of_method, of_total = of_conditions(judge(found, conditions))
    assert (of_method["passed"], of_total["passed"]) == (True, True)
    assert re.fullmatch(
        r"the largest rise is \+\d+\.\d+ % \(demo.Work.run\(int\)\); 1 difference may be chance",
        of_method["brief"],
    )
    assert of_total["brief"].endswith("; this may be chance")
    assert len(of_method["brief"]) < len(of_method["text"])
    assert len(of_total["brief"]) < len(of_total["text"])


def test_code_that_may_have_run_on_the_other_side_is_not_judged(tmp_path: Path) -> None:
    cut = versions_profile(tmp_path, "cut", replace(Version(), escapes=2), Version(name="o"))
    ran = versions_profile(tmp_path, "ran", Version().walked(LEFT), Version(name="o").walked(LEFT))
    assert told(difference(Side([cut]), Side([ran])), "new-loop(run)") == (
        "it can't be told: demo.Work.run(int), loop at line 2: no completed path of the base ran "
        "it, but others may have; exceptions or the end of the recording cut off paths, and what "
        "these paths ran isn't counted; pass --completed-only to leave them out"
    )
    assert "no completed path of the new side ran it, but others may have" in told(
        difference(Side([ran]), Side([cut])), "gone-branch(run)"
    )


def test_any_names_the_kind_and_share_of_each_change(found: Difference) -> None:
    (gate,) = of_conditions(judge(found, [parsed("any > 1%")]))
    nouns = {one.partition(":")[0].partition("), ")[2].partition(" ")[0] for one in gate["found"]}
    assert nouns == {"", "loop", "branch", "sequence"}
    # Each text gives the share by which its change is judged, and says what the share refers to.
    # The base has 2,410 bytecodes. The method ``run`` went from 1,140 to 1,380, and its loop from
    # 1,020 to 1,260. The new loop of ``grows`` has 950.
    shares = (
        (
            "demo.Work.run(int): ",
            f"its bytecodes on the new side are {100 * 1380 / 2410:.3g} % of the base's total",
        ),
        (
            "demo.Work.grows(int): ",
            f"its bytecodes on the new side are {100 * 1500 / 2410:.3g} % of the base's total",
        ),
        (
            "demo.Work.grows(int), loop at ",
            f"the bytecodes of its own blocks are {100 * 950 / 2410:.3g} % of the base's total",
        ),
        (
            "demo.Work.run(int), loop at ",
            f"the bytecodes of its own blocks changed by {100 * 240 / 2410:.3g} % of the base's "
            "total",
        ),
        ("demo.Work.grows(int), branch at ", "its block has 12.1 % of the bytecodes"),
        (
            "demo.Work.run(int), branch at ",
            "its block's share of the bytecodes times the shift of its answers is",
        ),
        (
            "demo.Work.run(int), sequence ",
            "the method's share of the bytecodes times the shift of the sequence's share is",
        ),
    )
    for start, share in shares:
        assert any(one.startswith(start) and share in one for one in gate["found"]), start


def test_any_explains_shares_if_totals_are_far_apart(tmp_path: Path) -> None:
    """If one side does several times the work, changes are also judged by the base's total."""
    loop, other = Version().walked(LEFT, RIGHT, LEFT), Version(name="other").walked(RIGHT)
    base = Side([versions_profile(tmp_path, "base", loop, other)])
    longer = Version().walked(*[LEFT, RIGHT] * 20)
    new = Side([versions_profile(tmp_path, "new", longer, other)])
    far = difference(base, new)
    (gate,) = of_conditions(judge(far, [parsed("any > 1%")]))
    of_method = (one for one in gate["found"] if one.startswith("demo.Work.run(int): "))
    assert re.search(r"its bytecodes changed by [\d,.]+ % of the base's total", next(of_method))
    # The loop goes round 3 times for each entry in the base, and 40 times on the new side.
    of_loop = (one for one in gate["found"] if one.startswith("demo.Work.run(int), loop at "))
    assert "the bytecodes of its own blocks changed by" in next(of_loop)
    fewer = difference(
        Side([versions_profile(tmp_path, "six", Version().walked(RIGHT, RIGHT, times=6))]),
        Side([versions_profile(tmp_path, "once", Version().walked(*[RIGHT] * 12))]),
    )
    text = (
        "the bytecodes of its own blocks in the base, as a share of the base's total, times the "
        "relative change of its iterations per entry are"
    )
    assert text in told(fewer, "any > 30%")
    # The share of the only method can't move.
    alone = difference(
        Side([versions_profile(tmp_path, "one", loop)]),
        Side([versions_profile(tmp_path, "many", Version().walked(LEFT, RIGHT, LEFT, times=9))]),
    )
    assert "its bytecodes changed by 800 % of the base's total" in told(alone, "any")


def test_large_growth_is_shown_as_a_factor(tmp_path: Path) -> None:
    one = versions_profile(tmp_path, "one", Version().walked(LEFT))
    more = versions_profile(tmp_path, "more", Version().walked(*[LEFT] * 1500))
    found = difference(Side([one]), Side([more]))
    assert told(found, "iterations > +10%").endswith(
        " 1 → 1,500 (×1,500; entries 1; its method's code is unchanged)"  # noqa: RUF001
    )
    assert "e+" not in told(found, "total > +10%")


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            "cut-off > +2%",
            "demo.Work.run(int): paths cut off per 100 entries 1 → 31 (+30; 1 → 31 paths cut "
            "off in all; bytecodes 6,930 → 4,830; entries 100; its code is unchanged)",
        ),
        (
            "cut-off > 2%",
            "demo.Work.run(int): paths cut off per 100 entries 1 → 31 (30; 1 → 31 paths cut "
            "off in all; bytecodes 6,930 → 4,830; entries 100; its code is unchanged)",
        ),
        ("cut-off > +40%", "no method's paths cut off per 100 entries rose by more"),
    ],
)
def test_paths_that_were_cut_off_are_compared(tmp_path: Path, condition: str, text: str) -> None:
    sides = [
        Side(
            [
                versions_profile(
                    tmp_path,
                    str(cut),
                    replace(Version().walked(LEFT, times=100 - cut), escapes=cut),
                )
            ]
        )
        for cut in (1, 31)
    ]
    assert told(difference(*sides), condition) == text


def test_texts_say_what_is_gone_and_which_versions_were_judged(tmp_path: Path) -> None:
    work = Version().walked(LEFT, times=3)
    other = replace(work, digest="other", operands={1: "y"})
    emptied = Version(((1,), ()), [[0, 1]] * 3, digest="y")
    sides = {
        name: Side([versions_profile(tmp_path, name, *own)])
        for name, own in (("one", [work]), ("two", [work, other]), ("none", [emptied]))
    }
    lost = difference(sides["one"], sides["none"], least_share=0.0)
    assert told(lost, "outcome(run) > 5%") == (
        "demo.Work.run(int): all branches that ran in the base are gone from its code, so its "
        "outcomes can't be compared; name the method that does this work now, or use gone-branch"
    )
    assert told(lost, "iterations(Work.*) > +10%") == (
        "no loop's iterations per entry rose by more; all loops that ran in the base are gone"
    )
    twice = difference(sides["two"], sides["two"])
    assert told(twice, "iterations(run) > +10%").endswith(
        "; each of 2 versions was judged by itself, and all of them together"
    )
    assert told(twice, "outcome(run) > 5%").endswith(
        "; each of 2 versions was judged by itself; their sum wasn't judged, so a version that "
        "runs more often than before isn't noticed"
    )
    one_more = difference(sides["one"], sides["two"], least_share=0.0)
    assert told(one_more, "iterations(run) > +10%").endswith(
        "; 1 version that both sides have was judged by itself; 1 version that only one side has "
        "was only judged in the sum of all versions"
    )
    assert told(one_more, "outcome(run) > 5%").endswith(
        "; 1 version that both sides have was judged by itself; 1 version that only one side has "
        "can't be compared, so its outcomes weren't judged"
    )
    assert told(one_more, "gone-loop(run)").endswith("; each of 2 versions was judged by itself")


def test_a_line_says_which_version_the_base_has(tmp_path: Path) -> None:
    """If a method came from several class files, each version has only a part of its counts."""
    work = Version().walked(LEFT, times=3)
    other = Version(digest="other", operands={1: "y"}).walked(LEFT, times=3)
    base, new, both = (
        Side([versions_profile(tmp_path, name, *own)])
        for name, own in (
            ("base", [work, other]),
            ("new", [work.walked(LEFT, times=3)]),
            ("both", [work.walked(LEFT, times=3), other]),
        )
    )
    line = told(difference(base, new, least_share=0.0), "bytecodes > +10%")
    assert line.endswith(
        "; its code is unchanged; in the base, it is version 1 of 2, class file d1ge57)"
    )
    line = told(difference(base, both, least_share=0.0), "bytecodes > +10%")
    assert line.startswith("demo.Work.run(int) [version 1 of 2, class file d1ge57]: ")
    assert "in the base" not in line


def test_code_that_ran_less_is_told_from_code_that_was_changed(tmp_path: Path) -> None:
    """If the new run skips a test, gates may fail, but they call the code unchanged."""
    idle = Version(name="idle", digest="idle").walked(RIGHT, times=30)
    mixed = Version(digest="mixed").walked(RIGHT, times=4).walked(LEFT, times=60)
    flat = Version(((1,), ()), [[0, 1]] * 30, name="idle", digest="flat")
    base = Side([versions_profile(tmp_path, "base", mixed, idle)])
    few = replace(mixed, walks=mixed.walks[:3])

    def texts(*new: Version) -> dict[str, str]:
        side = Side([versions_profile(tmp_path, new[-1].digest + str(len(new)), *new)])
        found = difference(base, side, least_share=0.0)
        kinds = ("outcome > 5%", "gone-loop", "gone-method", "gone-branch(idle)")
        return {kind: told(found, kind) for kind in kinds}

    disabled = texts(few, replace(idle, walks=()))
    assert disabled["outcome > 5%"] == (
        "demo.Work.run(int), branch at line 3 (x2 == 0): the shares of its answers differ by "
        "93.8 %, yes 93.8 % → never, no 6.2 % → always (it ran 3 instead of 64 times; no answer "
        "came more often than before; its method's code is unchanged)"
    )
    never = "it never ran on the new side, although its code is there, unchanged"
    assert disabled["gone-loop"].startswith(
        f"demo.Work.idle(int), loop at line 2: {never} (in the base entered 30 times, "
        "30 iterations, "
    )
    assert disabled["gone-method"].startswith(
        f"demo.Work.idle(int): {never} (in the base 30 entries, "
    )
    assert f": {never} (in the base 30 executions, " in disabled["gone-branch(idle)"]
    removed = texts(few, flat)
    assert removed["gone-loop"].startswith(
        "demo.Work.idle(int), loop at line 2 of the base: only the base has its code (in the base "
    )
    # First, the new side has the class without the method. Then it has nothing of the class.
    gone = texts(few)["gone-method"]
    assert ": the new side recorded class demo.Work without this method (" in gone
    other = replace(flat, class_name="demo/Other")
    assert (
        ": the new side recorded no method of class demo.Work, which isn't there or wasn't loaded ("
    ) in texts(other)["gone-method"]


def test_the_text_says_how_many_executions_went_another_way(tmp_path: Path) -> None:
    """Executions can be said to go another way only if the branch ran as often as before."""
    one, other = (
        Side([versions_profile(tmp_path, name, Version(digest="d").walked(*rounds))])
        for name, rounds in (("one", [LEFT] * 8 + [RIGHT] * 2), ("other", [LEFT] * 2 + [RIGHT] * 8))
    )
    assert told(difference(one, other), "outcome > 5%") == (
        "demo.Work.run(int), branch at line 3 (x2 == 0): at least 60 % of its executions went "
        "another way, yes 80.0 % → 20.0 %, no 20.0 % → 80.0 % (it ran 10 times on both sides; its "
        "method's code is unchanged)"
    )


def test_undecided_conditions_show_both_sides(tmp_path: Path) -> None:
    beside = Version(name="o").walked(LEFT)
    ran = versions_profile(tmp_path, "ran", Version().walked(LEFT, LEFT, times=5), beside)
    cut = versions_profile(tmp_path, "cut", replace(Version(), escapes=3), beside)
    for base, new, figures in ((ran, cut, "2 → not known"), (cut, ran, "not known → 2")):
        text = told(difference(Side([base]), Side([new])), "iterations(run) > +10%")
        assert text.startswith(
            "it can't be told: demo.Work.run(int), loop at line 2: iterations per entry "
            f"{figures}; exceptions or the end of the recording cut off paths"
        )


def test_any_shows_the_bounds_of_a_single_methods_bytecodes(tmp_path: Path) -> None:
    """The method's share is 100 % on both sides, so only its bytecodes have bounds."""
    sides = [
        Side([shaky_profile(tmp_path, {"retry": ShakyRun(seed, 0.05)}, name=str(seed))])
        for seed in (1, 2)
    ]
    found = difference(*sides)
    gates = [
        gate
        for percent in (1, 2, 5, 10, 15, 20, 30, 50, 70, 90)
        for gate in of_conditions(judge(found, [parsed(f"any > {percent}%")]))
    ]
    texts = [str(gate["text"]) for gate in gates]
    untold = [text for text, gate in zip(texts, gates, strict=True) if gate["error"]]
    failed = [
        text
        for text, gate in zip(texts, gates, strict=True)
        if not gate["passed"] and not gate["error"]
    ]
    assert any("retry" in text and ": bytecodes " in text for text in untold), untold
    assert any("the share by which 'any' judges it is at least " in text for text in failed), failed


@pytest.mark.parametrize("text", ["any", "any > 5%", "bytecodes > 5%", "share > 5%", "total > 5%"])
def test_equal_counts_with_equal_bounds_are_equal(tmp_path: Path, text: str) -> None:
    """The bounds of the bytecodes are far apart, but they are the same on both sides."""
    profile = shaky_profile(tmp_path, {"retry": ShakyRun(1, 0.2)})
    (gate,) = of_conditions(judge(difference(Side([profile]), Side([profile])), [parsed(text)]))
    assert gate["passed"], gate
    assert not gate["error"]


def test_a_numbered_branch_has_both_sides_numbers(tmp_path: Path) -> None:
    """An edit has added a branch before the others on their line."""
    base = Version(line=7).walked(*[LEFT] * 8, *[RIGHT] * 2)
    graph = ((1, 2), (2,), (3, 7), (4, 5), (6,), (6,), (2,), ())
    walk = [0, 1, *(2, 3, 4, 6) * 2, *(2, 3, 5, 6) * 8, 2, 7]
    operands = {0: "flag", 2: "x1", 3: "x2"}
    new = Version(graph, [walk], digest="x", line=7, operands=operands)
    sides = [Side([versions_profile(tmp_path, str(at), one)]) for at, one in enumerate((base, new))]
    assert told(difference(*sides), "outcome > 5%") == (
        "demo.Work.run(int), branch at line 7 #3 of the new side (line 7 #2 of the base) "
        "(x2 == 0): at least 60 % of its executions went another way, yes 80.0 % → 20.0 %, no "
        "20.0 % → 80.0 % (it ran 10 times on both sides; its method's code has changed)"
    )


def test_a_signed_outcome_fails_only_for_answers_that_came_more_often(tmp_path: Path) -> None:
    """The branch of `few` has lost executions, and that of `run` has executions that moved."""
    base = (
        Version().walked(*[LEFT] * 8, *[RIGHT] * 2),
        Version(name="few").walked(*[LEFT] * 8, *[RIGHT] * 2),
    )
    new = Version().walked(*[LEFT] * 2, *[RIGHT] * 4), Version(name="few").walked(*[RIGHT] * 2)
    sides = [
        Side([versions_profile(tmp_path, str(at), *one)]) for at, one in enumerate((base, new))
    ]
    found = difference(*sides)
    assert told(found, "outcome > +30%") == (
        "demo.Work.run(int), branch at line 3 (x2 == 0): the shares of its answers differ by "
        "46.7 %, yes 80.0 % → 33.3 %, no 20.0 % → 66.7 % (it ran 6 instead of 10 times; answers "
        "that came more often than before gained 33.3 % of its executions; its method's code is "
        "unchanged)"
    )
    # The branch that may only have lost executions comes last, although its shares differ more.
    both = told(found, "outcome > 40%")
    assert both.index("Work.run(") < both.index("Work.few(")
    (passed,) = of_conditions(judge(found, [parsed("outcome > +40%")]))
    assert passed["brief"] == (
        "the largest rise is 33.3 % (demo.Work.run(int), branch at line 3 (x2 == 0))"
    )
    (passed,) = of_conditions(judge(found, [parsed("outcome(few) > +0%")]))
    assert passed["text"].startswith("no branch has answers whose shares and counts rose by more")
    assert passed["brief"] == "no rise"


@pytest.mark.parametrize(
    ("condition", "most", "is_helped"),
    [
        ("iterations > +10%", None, False), ("iterations > 10%", None, False),
        ("iterations > +10%", 9.0, True), ("iterations > 10%", 9.0, True),
        ("iterations < -10%", None, True), ("iterations < -10%", 9.0, True),
    ],
)  # fmt: skip
def test_a_looser_bound_is_advised_only_if_it_can_help(
    found: Difference, condition: str, most: float | None, is_helped: bool
) -> None:
    loop = next(one for one in found.loops if one.status == "shifted")
    mean = BoundedFigure((Bounded.exact(4.0),), (Bounded(None, 1.0, most),))
    only = replace(
        found, loops=(replace(loop, per_entry=replace(loop.per_entry, bounded=mean)),), unlisted=()
    )
    text = told(only, condition)
    assert text.startswith("it can't be told: ")
    assert ("give a looser bound" in text) == is_helped
    assert ("these are the bounds" in text) == is_helped
    assert "--completed-only" in text


def test_texts_say_if_all_executions_went_another_way(tmp_path: Path) -> None:
    sides = [
        Side([versions_profile(tmp_path, name, Version().walked(*[way] * 10))])
        for name, way in (("left", LEFT), ("right", RIGHT))
    ]
    text = told(difference(*sides), "outcome > 5%")
    assert ": all of its executions went another way, " in text
    assert "at least" not in text


def test_bytecodes_per_entry_without_an_entry_are_not_known(tmp_path: Path) -> None:
    entered = Version().walked(LEFT, LEFT)
    sides = [
        Side([versions_profile(tmp_path, name, replace(entered, begun_before=begun_before))])
        for name, begun_before in (("base", 0), ("new", 1))
    ]
    text = told(difference(*sides), "bytecodes-per-entry(run) > 1%")
    assert text.startswith(
        "it can't be told: demo.Work.run(int): bytecodes per entry 110 → 0 or more; it was running "
        "before the recording began, and wasn't entered again;"
    )


def test_no_bound_helps_if_a_method_with_counted_edges_was_never_entered(tmp_path: Path) -> None:
    """A looser bound may only help if bounds of the bytecodes per entry are known."""

    def side(called: str, seed: int, *never_entered: str) -> Side:
        runs = {"retry": ShakyRun(seed, 0.2), "serve": ShakyRun(seed + 2, 0.2)}
        for name in never_entered:
            runs[name].edges[-1, 0] = 0
        return Side([shaky_profile(tmp_path, runs, name=called)])

    base, new = side("base", 1), side("new", 2, "serve")
    looser, never = "give a looser bound", "it was running before the recording began"
    for condition, sides, helps in (
        ("bytecodes-per-entry(serve) > 1%", (base, new), [False, True]),
        ("bytecodes-per-entry(serve) > 1%", (new, base), [False, True]),
        ("bytecodes-per-entry(retry) > 1%", (base, new), [True, False]),
        ("bytecodes-per-entry > 1%", (base, new), [True, True]),
    ):
        text = told(difference(*sides), condition)
        assert text.startswith("it can't be told: ")
        assert [looser in text, never in text] == helps


@pytest.mark.parametrize(
    ("means", "text"),
    [
        ((1000.0, 2_999_999 / 3000), "1,000 → 999.9997"),
        ((2_999_999 / 3000, 1000.0), "999.9997 → 1,000"),
        ((1234567.0, 1234567.25), "1,234,567 → 1,234,567.2"),
        ((1234.5, 2000.0), "1,234 → 2,000"),
        ((12.345, 12.346), "12.345 → 12.346"),
    ],
)
def test_only_unequal_means_read_differently(
    found: Difference, means: tuple[float, float], text: str
) -> None:
    """Texts such as 1,000.0 and 1,000 would differ, but not show that the means do."""
    loop = next(one for one in found.loops if one.status == "shifted")
    base, new = map(Bounded.exact, means)
    mean = BoundedFigure((base,), (new,))
    shifted = replace(loop, per_entry=replace(loop.per_entry, bounded=mean))
    shown = told(replace(found, loops=(shifted,), unlisted=()), "iterations")
    assert f": iterations per entry {text} (" in shown
