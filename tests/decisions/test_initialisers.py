"""Branches in initialisers are reported with their conditions, and a loop with its statement."""

from pathlib import Path

import pytest

from decisions.recorded import java_home, record
from kpath_jvm import branches
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts

JAVA = """import java.util.List;

public class Initialised {
    static final int ARGUMENTS = Integer.getInteger("given", 3);
    static final boolean MANY = ARGUMENTS > 2 && ARGUMENTS < 9;
    static int shared;

    static {
        for (int i = 0; i < 5; i++)
            shared += i % 2 == 0 ? 1 : 2;
    }

    enum Level {
        LOW(shared > 3 ? 1 : 2), HIGH(ARGUMENTS == 3 ? 4 : 5);

        final int weight;

        Level(int weight) {
            this.weight = weight < 4 ? -weight : weight;
        }
    }

    final int first = MANY ? 1 : 2;
    final Object made = new Object() {
        final int inner = shared == 7 ? 1 : 0;

        @Override
        public String toString() {
            return inner > 0 ? "more" : "less";
        }
    };
    int last;

    {
        if (first == 1)
            last++;
    }

    Initialised(int given) {
        if (given > 1)
            last += given;
    }

    Initialised() {
        this(shared >= 0 ? 1 : 2);
    }

    static int newer(List<Object> all) {
        int sum = 0;
        for (Object one : all) {
            sum += switch (one) {
                case String text -> text.length();
                default -> 1;
            };
        }
        return sum;
    }

    public static void main(String[] arguments) {
        int sum = Level.LOW.weight + Level.HIGH.weight;
        for (int i = 0; i < 4; i++)
            sum += new Initialised(i).last + new Initialised().made.toString().length();
        System.out.println(sum + newer(List.of("a", 2, "ccc")));
    }
}
"""
EXPECTED = {
    "Initialised.<clinit>": {
        ("ARGUMENTS > 2", 1, 0), ("ARGUMENTS < 9", 1, 0), ("i < 5", 5, 1), ("i % 2 == 0", 3, 2),
    },
    "Initialised.<init>(I)": {("MANY", 8, 0), ("first == 1", 8, 0), ("given > 1", 2, 6)},
    "Initialised.<init>()": {("shared >= 0", 4, 0)},
    "Initialised$Level.<clinit>": {("shared > 3", 1, 0), ("ARGUMENTS == 3", 1, 0)},
    "Initialised$Level.<init>": {("weight < 4", 1, 1)},
    "Initialised$1.<init>": {("shared == 7", 8, 0)},
}  # fmt: skip


@pytest.mark.parametrize("newest", [False, True], ids=["oldest", "newest"])
def test_branches_in_initialisers_have_their_conditions(newest: bool, tmp_path: Path) -> None:
    home = java_home(newest=newest, needs_patterns=newest)
    # Only newer compilers know patterns in switches.
    java = JAVA if newest else JAVA.replace("case String text -> text.length();", "").replace(
        "switch (one) {", "switch (one.hashCode()) {"
    )  # fmt: skip
    profile = Profile.open(record(tmp_path, "Initialised", java, home))
    for pattern, expected in EXPECTED.items():
        table = branches(profile, pattern, [tmp_path])
        counts = table.pivot_table("count", "question", "answer", "sum", fill_value=0)
        found = {
            (question, int(row.get("yes", 0)), int(row.get("no", 0)))
            for question, row in counts.iterrows()
        }
        assert found == expected, pattern

    sources = SourceTexts([tmp_path])
    number = profile.find_method("Initialised.newer")
    code = profile.code(number)
    statement = sources.loop_statement(
        "Initialised", "Initialised.java", "newer", code, code.loops[0]
    )
    assert statement == "for (Object one : all)"
    told = ToldMethod(code, profile.method_rows.row(number), sources)
    assert "another element" in {
        one.question for path in (0, 1) for one in told.path(profile.decode(number, path))
    }
