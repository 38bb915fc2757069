"""Tests that a few answers are enough to distinguish paths."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.analysis.telling import told_briefly
from kpath_jvm.analysis.told import Told


def answer(question: int, text: str) -> Told:
    line = 10 + question
    return Told(question, line, 1, f"q{question}", text, place=f"line {line}")


def texts(told: dict[int, tuple[Told, ...]]) -> dict[int, list[str]]:
    return {path: [one.text for one in some] for path, some in told.items()}


def test_paths_are_distinguished_where_they_part() -> None:
    apart = {
        1: (answer(0, "yes"), answer(1, "yes"), answer(2, "no")),
        2: (answer(0, "yes"), answer(1, "no"), answer(2, "no"), answer(3, "yes")),
        3: (answer(0, "no"), answer(4, "yes"), answer(5, "yes")),
    }
    # The first question separates path 3 from the others, so the questions that only path 3 was
    # asked are left out.
    assert texts(told_briefly(apart)) == {
        1: ["line 10 q0: yes", "line 11 q1: yes"],
        2: ["line 10 q0: yes", "line 11 q1: no"],
        3: ["line 10 q0: no"],
    }


def test_a_single_path_keeps_all_answers() -> None:
    apart = {7: (answer(0, "yes"), answer(1, "no"))}
    assert told_briefly(apart) == apart
    assert told_briefly({}) == {}


def test_the_start_of_paths_is_a_question_too() -> None:
    begins = {path: Told(block, 3, 0, "from", text) for path, (block, text) in
              {1: (4, "the loop at line 4"), 2: (9, "the loop at line 9")}.items()}  # fmt: skip
    found = told_briefly({path: (begin, answer(0, "yes")) for path, begin in begins.items()})
    assert texts(found) == {1: ["from the loop at line 4"], 2: ["from the loop at line 9"]}


@given(
    st.dictionaries(
        st.integers(0, 20),
        st.dictionaries(st.integers(0, 4), st.sampled_from(["yes", "no", "3"])),
        max_size=8,
    )
)
def test_different_answers_distinguish_any_paths(answers: dict[int, dict[int, str]]) -> None:
    apart = {
        path: tuple(answer(question, text) for question, text in sorted(own.items()))
        for path, own in answers.items()
    }
    found = told_briefly(apart)
    for path, some in found.items():
        assert set(some) <= set(apart[path])
    for one, other in combinations(apart, 2):
        assert (found[one] != found[other]) == (apart[one] != apart[other])
