"""Tests which methods an edit may have removed or added."""

from dataclasses import dataclass, field
from itertools import product

import pytest

from kpath_jvm.analysis.matching.edited_classes import EditedClasses
from kpath_jvm.profile.identity.methods import MethodName


@dataclass
class Loaded:
    """A method of a class file. ``file`` distinguishes the files of one class."""

    class_name: str
    file: str = "1"
    name: str = "run"
    names_source: bool = True
    digests: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.digests = {f"{self.class_name} {self.file}"}

    @property
    def named(self) -> MethodName:
        return MethodName(self.class_name, self.name, "()V")


MAIN, EDITED = Loaded("Main"), Loaded("Main", "2")


@pytest.mark.parametrize(
    ("gone", "base", "new", "may_be_gone"),
    [
        # The other side has loaded the same class file of A, another class file of A, or none.
        (Loaded("A"), [MAIN], [EDITED, Loaded("A", name="other")], False),
        (Loaded("A"), [MAIN], [EDITED, Loaded("A", "2", "other")], True),
        (Loaded("A"), [MAIN], [EDITED], True),
        (Loaded("A"), [MAIN], [MAIN, Loaded("B")], False),
        # The sides have no class in common, so they may be different programs.
        (Loaded("A"), [], [Loaded("B")], True),
        # The program may have moved to another package, but its library hasn't.
        (Loaded("a/shop/A"), [Loaded("lib/L")], [Loaded("lib/L"), Loaded("b/stock/A")], True),
        (Loaded("com/a/A"), [Loaded("com/lib/L")], [Loaded("com/lib/L"), Loaded("com/b/A")], True),
        # If A had moved, the classes of its package and of packages around it would have changed.
        (Loaded("a/A"), [Loaded("a/Main")], [Loaded("a/Main"), Loaded("b/A")], False),
        (Loaded("a/b/c/A"), [Loaded("a/Main")], [Loaded("a/Main"), Loaded("a/B")], False),
        (Loaded("a/A"), [MAIN], [MAIN, Loaded("b/A")], False),
        (Loaded("a/A"), [Loaded("a/Main")], [Loaded("a/Main", "2"), Loaded("b/A")], True),
        (Loaded("ab/A"), [Loaded("a/Main")], [Loaded("a/Main"), Loaded("b/A")], True),
        # An edit of another class neither adds nor removes nested classes of an unchanged class.
        (Loaded("A$In"), [MAIN, Loaded("A")], [EDITED, Loaded("A")], False),
        (Loaded("A$In$1"), [MAIN, Loaded("A")], [EDITED, Loaded("A")], False),
        (Loaded("A$In"), [MAIN, Loaded("A")], [EDITED, Loaded("A", "2")], True),
        (Loaded("AB"), [MAIN, Loaded("A")], [EDITED, Loaded("A")], True),
        # A generated class has another name in each run. Different code in it doesn't show an edit.
        (Loaded("A$x1", names_source=False), [MAIN, Loaded("A")], [MAIN, Loaded("A")], True),
        (
            Loaded("A"),
            [MAIN, Loaded("$P1", names_source=False)],
            [MAIN, Loaded("$P1", "2", names_source=False)],
            False,
        ),
        # A$In and the class around it name no source file, so neither is known to be generated.
        (
            Loaded("A$In", names_source=False),
            [MAIN, Loaded("A", names_source=False)],
            [EDITED, Loaded("A", names_source=False)],
            False,
        ),
        # In the next row, only the new side has a second file of Main. In the last row, each side
        # has a second file, and these files differ.
        (Loaded("A"), [MAIN], [MAIN, EDITED], False),
        (Loaded("A"), [MAIN, Loaded("Main", "3")], [MAIN, EDITED], True),
    ],
)
def test_class_files_show_what_an_edit_may_have_removed(
    gone: Loaded, base: list[Loaded], new: list[Loaded], *, may_be_gone: bool
) -> None:
    assert EditedClasses([gone, *base], new).may_be_gone(gone) == may_be_gone
    assert EditedClasses(new, [gone, *base]).may_be_new(gone) == may_be_gone


def test_no_edit_is_found_between_runs_of_one_program() -> None:
    """The runs may load different classes, but have at least one in common."""
    names = ["A", "B", "C", "A$In"]
    for choice in product([(True, False), (False, True), (True, True)], repeat=len(names)):
        sides = [
            [MAIN, *(Loaded(name) for name, has in zip(names, choice, strict=True) if has[side])]
            for side in (0, 1)
        ]
        classes = EditedClasses(*sides)
        assert not any(map(classes.may_be_gone, sides[0]))
        assert not any(map(classes.may_be_new, sides[1]))
