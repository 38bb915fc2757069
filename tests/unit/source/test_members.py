"""Tests how the body of one member is cut out of a Java file by the file's braces."""

import pytest

from kpath_jvm.source.members import JavaMembers, match_braces

FILE = """class A { // }
  int[] table = {1, 2};
  String s = "}{", t = \"\"\"
      } "quoted" {
      \"\"\";
  char c = '}';
  void first() {
    if (true) { first(); }
  }
  /* } */ void second() {
    new Thread(new Runnable() {
      public void run() {
        second();
      }
    }).start();
    try (var in = new Scanner(System.in)) {
      in.next();
    }
  }
  record Point(int x) {
    int twice() {
      return 2 * x;
    }
  }
}
"""


@pytest.mark.parametrize(
    ("lines", "first_line", "begins"),
    [
        ((8, 8), 7, "if (true)"),
        ((7, 9), 7, "if (true)"),
        ((13, 13), 12, "second();"),
        # These lines belong to two members, so the member around both is used.
        ((11, 13), 10, "new Thread("),
        # A ``try`` that initialises a resource isn't taken for a class.
        ((17, 17), 10, "new Thread("),
        ((22, 22), 21, "return 2 * x;"),
        ((7, 13), None, ""),
        ((99, 99), None, ""),
    ],
)
def test_the_innermost_member_around_the_lines(
    lines: tuple[int, int], first_line: int | None, begins: str
) -> None:
    body = JavaMembers(FILE).body_around(*lines)
    if first_line is None:
        assert body is None
    else:
        assert body is not None
        assert body.first_line == first_line
        assert body.text.strip().startswith(begins)


def test_braces_in_comments_strings_and_characters_do_not_count() -> None:
    found = match_braces(FILE)
    assert [FILE[pair.opening] for pair in found] == ["{"] * len(found)
    assert [FILE[pair.closing] for pair in found] == ["}"] * len(found)
    assert found[0].closing == len(FILE) - 2
    assert [pair.parent for pair in found if pair.is_type] == [-1, 4, 0]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [("", []), ("}", []), ("{", [(0, 1)]), ("{}}{", [(0, 1), (3, 4)]), ("{{}", [(0, 3), (1, 2)])],
)
def test_what_does_not_match_ends_with_the_file(text: str, pairs: list[tuple[int, int]]) -> None:
    assert [(pair.opening, pair.closing) for pair in match_braces(text)] == pairs
