"""Tests that an anchored rule of ``check`` never judges the wrong loop or branch after an edit.

A rule's anchor is the method or condition that the rule names, with or without a line. After an
edit, ``check`` finds the loop or branch by the anchor, or asks the user to correct the rule.
"""

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import kpath_command
from kpath_jvm.cli.main import run_verb
from oracle.harness import compile_java

#: In ``scan`` and in ``skip``, the loop begins on the method's fourth line.
SCAN = """\
  static int scan(int n) {
    int sum = 0;

    for (int i = 0; i < n; i++) {
      if (i > 90) {
        sum += 3;
      }
    }
    return sum;
  }
"""
SKIP = """\
  static int skip(int m) {
    int j = 0;

    while (j < m) {
      if (j == 4) {
        j += 5;
      }
      j += 50;
    }
    return j;
  }
"""
#: A method with two loops on one line.
BOTH = """\
  static int both(int n) {
    int s = 0;
    for (int a = 0; a < n; a++) s++; for (int b = 0; b < 3 * n; b++) s = s > 5 ? s - 1 : s;
    return s;
  }
"""
#: A loop with two ways out.
FIND = """\
  static int find(int[] a) {
    for (int i = 0; i < a.length; i++) {
      if (a[i] == 7) {
        return i;
      }
    }
    return -1;
  }
"""
MAIN = """\
  public static void main(String[] arguments) {
    System.out.println(scan(100) + skip(100) + both(10) + find(new int[9]));
  }
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a directory with four profiles of the program.

    One profile is of the unedited program. Each other profile follows an edit: methods change
    places, ``scan`` is renamed, or the condition in ``scan`` is negated.
    """
    directory = tmp_path_factory.mktemp("edited")
    kpath_command.ensure_jars()
    versions = {
        "before": (SCAN, SKIP, BOTH, FIND, MAIN),
        # The loop of ``skip`` is now on the line where the loop of ``scan`` was.
        "after": (SKIP, SCAN, BOTH, FIND, MAIN),
        "renamed": (SCAN.replace("scan", "read"), SKIP, BOTH, FIND, MAIN.replace("scan", "read")),
        # A branch in ``skip`` now asks what the branch in ``scan`` asked.
        "negated": (
            SCAN.replace("i > 90", "i <= 90"), SKIP.replace("j == 4", "j > 90").replace("j", "i"),
            BOTH, FIND, MAIN,
        ),
    }  # fmt: skip
    for name, methods in versions.items():
        (directory / name).mkdir()
        source = directory / name / "Scanner.java"
        source.write_text(f"public class Scanner {{\n{''.join(methods)}}}\n")
        compile_java([source], directory / name / "classes", "-g")
        done = kpath_command.run(
            "run", "-k", "2", "-o", f"{name}.kpath", "--no-report", "--", "java", "-cp",
            f"{name}/classes", "Scanner", directory=directory,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()
    return directory


def check(place: Path, profile: str, rule: str) -> tuple[int, str]:
    """Returns the exit status and the output of ``check`` with one rule."""
    (place / "rules.toml").write_text(f"[[rule]]\n{rule}")
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        status = run_verb(
            ["check", str(place / f"{profile}.kpath"), "--rules", str(place / "rules.toml")]
        )
    return status, " ".join(told.getvalue().split())


LOOP, BRANCH = 'iterations = "Scanner.java:5"\n', 'outcome = "Scanner.java:6"\n'
FEW, RARE = "at-most = 100\nat-least = 100\n", 'at-most = "10%"\n'
IN, ASKS = 'in = "Scanner.scan"\n', 'condition = "i < n"\n'


@pytest.mark.parametrize("anchor", [IN, ASKS, IN + ASKS])
def test_an_anchored_rule_does_not_judge_another_loop_on_its_line(place: Path, anchor: str) -> None:
    status, text = check(place, "before", LOOP + anchor + FEW)
    assert status == 0
    loop = 'the loop that ends at the condition "i < n"'
    assert f"iterations per entry of Scanner.java:5 ({loop}): 100, at least 100" in text
    status, text = check(place, "after", LOOP + anchor + FEW)
    assert status == 2
    assert "the loop at Scanner.java:5 is in Scanner.skip and asks j < m; the loop" in text
    assert "is at Scanner.scan:16 (i < n); correct the line" in text
    # Without an anchor, the rule judges the line's new loop.
    status, text = check(place, "after", LOOP + FEW)
    assert (status, 'condition "j < m"): 2, at least 100' in text) == (1, True)


def test_an_anchored_rule_does_not_judge_another_branch_on_its_line(place: Path) -> None:
    for anchor in ('in = "scan"\n', 'condition = "i>90"\n'):
        assert check(place, "before", BRANCH + anchor + RARE)[0] == 0
        status, text = check(place, "after", BRANCH + anchor + RARE)
        assert status == 2
        assert "the branch at Scanner.java:6 is in Scanner.skip and asks j == 4; " in text
        assert "Scanner.scan:17 (i > 90)" in text


@pytest.mark.parametrize(
    "rule",
    [
        BRANCH, BRANCH + IN, 'outcome = "Scanner.scan"\n', BRANCH + "ordinal = 1\n",
        'outcome = "Scanner.scan"\nordinal = 2\n',
    ],
)  # fmt: skip
@pytest.mark.parametrize("more", ["", "may-be-missing = true\n"])
def test_a_negated_condition_must_be_corrected(place: Path, rule: str, more: str) -> None:
    asks = 'condition = "i > 90"\n'
    assert check(place, "before", rule + asks + RARE + more)[0] == 0
    status, text = check(place, "negated", rule + asks + RARE + more)
    if more and rule == 'outcome = "Scanner.scan"\n':
        # Any branch of the method may ask the opposite by chance.
        assert (status, "0 % (not in the profile)" in text) == (0, True)
        told = "; Scanner.scan:6 asks the opposite; if you mean that branch, correct the rule"
        assert told in text
    else:
        assert status == 2
        assert "a branch at Scanner.scan:6 asks the opposite; if you mean that" in text
        assert 'condition = "i <= 90" and the opposite answer (no for yes, yes for no)' in text
    # The rule works again when corrected as the message says.
    corrected = 'condition = "i <= 90"\nanswer = "no"\n'
    assert check(place, "negated", rule + corrected + RARE + more)[0] == 0


@pytest.mark.parametrize(
    "rule",
    [
        'iterations = "Scanner.scan"\n' + FEW,
        'iterations = "Scanner.scan"\ncondition = "i < n"\n' + FEW,
        'iterations = "Scanner.scan"\nordinal = 1\n' + FEW,
        'outcome = "Scanner.scan"\ncondition = "i > 90"\nat-most = "9%"\nat-least = "9%"\n',
        'outcome = "Scanner.scan"\nordinal = 2\nat-most = "9%"\nat-least = "9%"\n',
    ],
)
def test_a_method_s_loops_and_branches_need_no_line(place: Path, rule: str) -> None:
    for profile in ("before", "after"):
        status, text = check(place, profile, rule)
        assert status == 0, text
    status, text = check(place, "renamed", rule)
    assert (status, "no method Scanner.scan in the profile" in text) == (2, True)


@pytest.mark.parametrize(
    "through", ['{ condition = "i > 90" }', '{ line = 6, condition = "i>90" }']
)
def test_a_path_rule_finds_a_moved_branch_by_its_condition(place: Path, through: str) -> None:
    """A rule on a path never follows another branch. After the edit, ``skip`` has lines 6 and 7."""
    rule = f'path = "Scanner.*"\nthrough = [{through}]\n'
    status, text = check(place, "before", rule)
    assert status == 1
    assert "through i > 90: yes (at Scanner.scan:6): 9, at most 0" in text
    status, text = check(place, "after", rule)
    if "line" in through:
        assert status == 2
        assert "the branch at Scanner.*:6 is in Scanner.skip and asks j == 4; the branch" in text
        assert "is at Scanner.scan:17 (i > 90); correct the line" in text
    else:
        assert status == 1
        assert "through i > 90: yes (at Scanner.scan:17): 9, at most 0" in text


def test_a_path_through_lines_shows_their_conditions(place: Path) -> None:
    rule = 'path = "Scanner.*"\nthrough = [6, 7]\n'
    _, text = check(place, "before", rule)
    assert "through line 6 (asks i > 90), line 7 (after i > 90: yes): 9, at most 0" in text
    _, text = check(place, "after", rule)
    assert "through line 6 (asks j == 4), line 7 (after j == 4: yes): 0, at most 0" in text


def test_a_shown_condition_can_be_copied_into_a_rule(place: Path) -> None:
    """A loop that is left in two ways is shown with both conditions."""
    rule = 'iterations = "Scanner.find"\nat-most = 100\n'
    status, text = check(place, "before", rule)
    shown = text.partition("Scanner.find (")[2].partition('"): ')[0].partition('condition "')[2]
    assert shown == "i < a.length or a[i] == 7"
    for copied in (shown, f"({shown})", "i < a.length", "a[i] == 7"):
        assert check(place, "before", f'{rule}condition = "{copied}"\n')[0] == status == 0
    assert check(place, "before", f'{rule}condition = "i < a.length or a[i] == 8"\n')[0] == 2


def test_two_loops_on_a_line_can_be_told_apart(place: Path) -> None:
    both = 'iterations = "Scanner.both:25"\n'
    status, text = check(place, "before", both + "at-most = 20\n")
    assert status == 0
    named = [
        f'Scanner.both:25: the loop that ends at the condition "{one}"'
        for one in ("a < n", "b < 3 * n")
    ]
    assert f"(2 loops together: {', '.join(named)}): 20" in text
    for chosen, figure in (
        ("ordinal = 1\n", 10), ("ordinal = 2\n", 30),
        ('condition = "a < n"\n', 10), ('condition = "b < 3 * n"\n', 30),
    ):  # fmt: skip
        status, text = check(place, "before", both + chosen + "at-most = 20\n")
        assert f": {figure}, at most 20" in text
        assert status == (figure > 20)
        assert "together" not in text
    status, text = check(place, "before", both + "ordinal = 3\nat-most = 20\n")
    assert status == 2
    assert "no loop #3 at Scanner.both:25; there are: Scanner.both:25 (a < n)," in text


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('iterations = "Scanner.both"\nat-most = 9', "this can mean 2 loops of Scanner.both"),
        (
            'iterations = "Scanner.both"\nordinal = 3\nat-most = 9',
            "Scanner.both has no loop 3; there are: Scanner.both:25 (a < n), Scanner.both:25 (b <",
        ),
        (
            'iterations = "Scanner.both"\nordinal = 1\ncondition = "b < 3 * n"\nat-most = 9',
            "loop 1 of Scanner.both asks a < n; the loop in Scanner.both with the condition b < 3 "
            "* n is number 2; correct the ordinal",
        ),
        (
            'iterations = "Scanner.both"\ncondition = "b < n"\nat-most = 9',
            "no loop is in Scanner.both with the condition b < n; there are: Scanner.both:25",
        ),
        ('iterations = "Scanner.main"\nat-most = 9', "Scanner.main has no loop"),
        (LOOP + 'in = "Scanner.nix"\nat-most = 9', "in = 'Scanner.nix': no method Scanner.nix"),
        (
            LOOP + 'condition = "i <= n"\nat-most = 9',
            "the loop at Scanner.java:5 is in Scanner.scan and asks i < n; no loop has the "
            "condition i <= n",
        ),
        # The line has no loop, but the method that the rule names has one.
        (
            'iterations = "Scanner.java:6"\n' + IN + "at-most = 9",
            "no loop begins at line 6 of Scanner.java; loops begin at Scanner.scan:5; the loop in "
            "Scanner.scan is at Scanner.scan:5 (i < n); correct the line",
        ),
        # The loop isn't missing; it is only on a line other than the rule's.
        (
            'iterations = "Scanner.java:6"\nmay-be-missing = true\n' + IN + "at-most = 9",
            "the loop in Scanner.scan is at Scanner.scan:5 (i < n); correct the line",
        ),
    ],
)
def test_a_message_explains_why_a_rule_can_t_be_judged(
    place: Path, rule: str, message: str
) -> None:
    status, text = check(place, "before", rule)
    assert message in text
    assert status == 2


def test_a_missing_loop_counts_as_0_if_the_rule_allows_it(place: Path) -> None:
    rule = LOOP + 'in = "Scanner.scan"\nmay-be-missing = true\nat-most = 9'
    status, text = check(place, "renamed", rule)
    assert (status, ": 0 (not in the profile), at most 9" in text) == (0, True)
