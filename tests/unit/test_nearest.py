"""Tests suggestions for unknown words."""

from kpath_jvm.nearest import closest, nearest, suggestion


def test_a_misspelt_word_gets_similar_suggestions() -> None:
    assert nearest("reprot", ["report", "tree", "doctor"]) == "; did you mean report?"
    assert nearest("tre", ["tree", "trees"]) == "; did you mean tree or trees?"


def test_an_unlike_word_gets_the_whole_list_in_order() -> None:
    assert nearest("xyz", ["tree", "report", "tree"]) == "; there are: report, tree"
    assert nearest("xyz", []) == "; there are: none"


def test_keys_are_compared_and_values_shown() -> None:
    known = {"Scanner.next": "java.util.Scanner.next", "List.get": "java.util.List.get"}
    assert closest("Scaner.next", known) == ["java.util.Scanner.next"]
    assert suggestion(closest("Scaner.next", known)) == "; did you mean java.util.Scanner.next?"
    assert closest("Map.put", {}) == []


def test_words_that_begin_alike_come_first() -> None:
    known = {name: name for name in ("Ledger.book", "Ledger.duplicates", "LedgerTest.dups")}
    assert closest("Ledger.dup", known)[0] == "Ledger.duplicates"
    # No name is suggested, because very many names can begin with so short a word.
    assert closest("Le", known) == []
