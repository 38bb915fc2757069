"""Finds the source text of lines and loops in the source roots that the user gave."""

import copy
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kpath_jvm.profile.names import printable, short_title
from kpath_jvm.profile.places import Place
from kpath_jvm.source.recorded import RecordedCode, RecordedMethod, SourceFile, file_of
from kpath_jvm.source.roots import Fit, SourceRoots

if TYPE_CHECKING:
    from tree_sitter import Node

    from kpath_jvm.profile.code import MethodCode
    from kpath_jvm.profile.metadata import Loop
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.source.branches import Branch
    from kpath_jvm.source.condition import Condition
    from kpath_jvm.source.fitting import JavaLines
    from kpath_jvm.source.loop_matching import NamedLoop
    from kpath_jvm.source.question import Question

#: A note names at most this many loops.
_MOST_TOLD = 4
_INLINED = "it may have been inlined from a function that is called there"
_UNMATCHED = (
    "its conditions can't be matched with those of the source, which may be of another version"
)


class SourceTexts:
    """Looks classes up in the source roots, in order; each file is parsed only once."""

    def __init__(
        self,
        roots: Iterable[Path],
        profiles: "Iterable[Profile]" = (),
        option: str = "--sources",
    ) -> None:
        """Raises KpathError when a root is neither a directory nor a jar.

        ``profiles`` have the code that the sources are shown with; nothing is shown of a file that
        doesn't fit this code. ``option`` is the option that the roots were given with.
        """
        self._option = option
        self._roots = SourceRoots(roots, option)
        self._recorded = RecordedCode(profiles)
        self._loops: dict[tuple[Hashable, ...], dict[int, NamedLoop]] = {}
        self._trees: dict[tuple[str, str], Node] = {}
        self._java: dict[str, JavaLines] = {}
        self._conditions: dict[tuple[str, str, frozenset[int]], list[list[Condition]]] = {}
        #: For each file, the loops whose statements aren't proven, each with the reason.
        self._unnamed: dict[SourceFile, dict[str, None]] = {}

    def judge_by(self, *profiles: "Profile") -> None:
        """Replaces the profiles that have the code that the sources are shown with."""
        self._recorded = RecordedCode(profiles)

    def apart(self) -> "SourceTexts":
        """Returns the same sources for code that isn't shown: ``notes`` won't be about it."""
        other = copy.copy(self)
        other._roots = self._roots.apart()
        other._unnamed = {}
        return other

    def notes(self) -> list[str]:
        """Returns lines about roots and files that weren't used, and about loops without text."""
        unnamed = [
            f"{printable('/'.join(filter(None, place)))} of {self._option}: "
            f"{len(told):,} loop{'' if len(told) == 1 else 's'} shown without text: "
            f"{_first_of([*told])}"
            for place, told in self._unnamed.items()
        ]
        return self._roots.notes() + unnamed

    def lines(self, class_name: str, source: object, digest: str = "") -> list[str] | None:
        """Returns the lines of a class's file (line 1 first), or None if no root has it.

        ``class_name`` is written as a/b/C$D. ``source`` is the class file's SourceFile attribute,
        if it is a string. ``digest``, here and below, is the class file's digest; it matters only
        if the class was recorded in several versions.
        """
        text = self._text(file_of(class_name, source), digest)
        return None if text is None else text.split("\n")

    def lines_of(
        self, class_name: str, source: object, place: Place, digest: str = ""
    ) -> list[str] | None:
        """Returns the lines of the file that contains ``place``, as ``lines`` does for a class."""
        text = self._text(file_of(class_name, source, place), digest)
        return None if text is None else text.split("\n")

    def loop_statement(
        self,
        class_name: str,
        source: object,
        method: str,
        code: "MethodCode",
        loop: "Loop",
        digest: str = "",
    ) -> str | None:
        """Returns the head of the loop statement that a loop was compiled from.

        In other languages than Java, returns the text of the line on which the loop's header
        begins. ``method`` is the method's compiled name. Returns None if there is no source or no
        line number. Also returns None, and adds a note, if the source doesn't fit the loop, if it
        isn't proven which statement the loop is, or if the compiler made the loop.
        """
        return self._loop(class_name, source, method, code, loop, digest)[0]

    def is_one_statement(
        self,
        class_name: str,
        source: object,
        method: str,
        code: "MethodCode",
        loop: "Loop",
        digest: str = "",
    ) -> bool:
        """Returns whether a loop was compiled from one loop statement of a Java source, not more.

        Returns False if that isn't proven. Statements that begin with the same instruction are one
        loop of the bytecode. The parameters are those of ``loop_statement``.
        """
        text, named = self._loop(class_name, source, method, code, loop, digest)
        return text is not None and named is not None and named.begins_alone

    def _loop(
        self,
        class_name: str,
        source: object,
        method: str,
        code: "MethodCode",
        loop: "Loop",
        digest: str,
    ) -> "tuple[str | None, NamedLoop | None]":
        """Returns a loop's text (``loop_statement``), and what is known of it in a Java source."""
        first = code.header_line(loop.header)
        if first is None:
            return None, None
        header = code.places.of(first)
        place = file_of(class_name, source, header)
        text = self._text(place, digest)
        if text is None:
            return None, None
        title = short_title(class_name, method)
        is_java = place[1].endswith(".java") and not header.is_elsewhere
        named = self._named_loops(place, text, method, code) if is_java else {}
        found = named.get(code.loops.index(loop))
        is_made = found is not None and found.is_made
        if not is_made and self._fits_loop(place, text, method, code, loop) is False:
            is_call = code.places.is_own(first) and self._has_call(place, text, header.line)
            told = f"{title} {code.places.phrase(first)}: {_INLINED if is_call else _UNMATCHED}"
            self._unnamed.setdefault(place, {})[told] = None
            return None, found
        if found is None:
            lines = text.split("\n")
            own = lines[header.line - 1].strip() if header.line <= len(lines) else ""
            return own or None, None
        if found.text is None:
            where = code.places.phrase(first)
            self._unnamed.setdefault(place, {})[f"{title} {where}: {found.why}"] = None
        return found.text, found

    def _named_loops(
        self, place: SourceFile, text: str, method: str, code: "MethodCode"
    ) -> "dict[int, NamedLoop]":
        """Returns each loop's text, or why it has none, for the loops of a Java method.

        The keys are the loops' indices in ``MethodCode.loops``.
        """
        key = (text, method, code.offsets, code.lines.all())
        if key in self._loops:
            return self._loops[key]
        # Imported here, because the parsers take time to import.
        from kpath_jvm.source import conditions, syntax
        from kpath_jvm.source.branches import branches_of
        from kpath_jvm.source.loop_matching import CompiledLoop, NamedLoop, named
        from kpath_jvm.source.matching import can_be_asked
        from kpath_jvm.source.second_reading import differs
        from kpath_jvm.source.statements import loop_statements

        def own(lines: Iterable[int]) -> set[int]:
            return {one.line for one in map(code.places.of, lines) if not one.is_elsewhere}

        compiled = {
            number: CompiledLoop(
                code.places.of(code.header_line(loop.header) or -1).line,
                frozenset(own(line for at in loop.blocks for line in code.lines.of_block(at))),
                frozenset(loop.blocks),
                min(code.offsets[at][0] for at in loop.blocks),
            )
            for number, loop in enumerate(code.loops)
        }
        tree = self._tree(place, text, syntax.parsed)
        scopes = syntax.scopes_of(tree, method, own(code.lines.all()))
        if len(scopes) > 1:
            # The scopes are lambdas on the same lines. The method can't come from a lambda that has
            # no condition for one of the method's branches.
            asked = [one for one in branches_of(code) if not one.is_settled and one.line > 0]
            known = [conditions.conditions(*bodies) for bodies in scopes]
            scopes = [
                bodies
                for bodies, told in zip(scopes, known, strict=True)
                if all(can_be_asked(one, told) for one in asked)
            ]
        statements = [loop_statements(bodies) for bodies in scopes]
        if not scopes:
            why = (
                "several methods of the source may be this method, or the source can't be parsed "
                "there"
            )
            found = dict.fromkeys(compiled, NamedLoop(None, why))
        elif any(
            differs(body, [one for one in own if one.body == number])
            for bodies, own in zip(scopes, statements, strict=True)
            for number, body in enumerate(bodies)
        ):
            why = "two parsers of Java find different loops in the source's method"
            found = dict.fromkeys(compiled, NamedLoop(None, why))
        else:
            found = named(compiled, statements)
        self._loops[key] = found
        return found

    def _text(self, place: SourceFile, digest: str) -> str | None:
        """Returns the text of a file, or None if no root has a text that fits the recorded code."""
        classes = self._recorded.classes(place, digest)
        return self._roots.text(*place, lambda text: self._fit(place, text, digest), classes)

    def _fit(self, place: SourceFile, text: str, digest: str) -> Fit:
        matched = unmatched = 0
        first = None
        for method in self._recorded.of(place, digest):
            if not self._may_have_lines(place, text, method):
                return Fit(method.title)
            if self._is_made_up(place, text, method):
                continue
            found = self._asked(place, text, method)
            matched += found.count(True)
            unmatched += found.count(False)
            first = method.title if first is None and False in found else first
        # Compilers and annotation processors add branches of their own, so a right source may lack
        # some conditions. Of a Kotlin or Scala source, too many conditions can't be matched.
        is_wrong = place[1].endswith(".java") and unmatched > matched
        return Fit(first) if is_wrong else Fit(None, unmatched)

    def _may_have_lines(self, place: SourceFile, text: str, method: RecordedMethod) -> bool:
        """Returns whether a method's code may be on its lines of the file."""
        from kpath_jvm.source import fitting, syntax

        lines = method.lines_in(place)
        if place[1].endswith(".java"):
            if text not in self._java:
                tree = self._tree(place, text, syntax.parsed)
                self._java[text] = fitting.JavaLines(tree, text)
            name = method.name if file_of(method.class_name, method.source) == place else ""
            return self._java[text].may_be_of(name, lines)
        return not place[1].endswith((".kt", ".scala")) or fitting.may_be_lines(text, lines)

    def _is_made_up(self, place: SourceFile, text: str, method: RecordedMethod) -> bool:
        """Returns whether the file of a Java method has no source of it.

        Such methods come from the compiler, as ``$deserializeLambda$`` does, or from an annotation
        processor. ``_may_have_lines`` has been asked about the method before.
        """
        is_java = place[1].endswith(".java")
        return is_java and not self._java[text].may_have(method.name, method.lines_in(place))

    def _asked(self, place: SourceFile, text: str, method: RecordedMethod) -> "list[bool | None]":
        """Returns whether the file has conditions for each branch of a Java method.

        In other languages, returns whether the file has conditions for each loop. The items are
        None where that can't be judged.
        """
        from kpath_jvm.source.branches import branches_of

        name, code = method.name, method.code
        if place[1].endswith(".java"):
            own = _asking(branches_of(code))
            return self._can_ask(place, text, name, own)
        found = []
        for loop in code.loops:
            first = code.header_line(loop.header)
            if first is None:
                continue
            header = code.places.of(first)
            is_call = code.places.is_own(first) and self._has_call(place, text, header.line)
            if file_of(method.class_name, method.source, header) == place and not is_call:
                found.append(self._fits_loop(place, text, name, code, loop))
        return found

    def _fits_loop(
        self, place: SourceFile, text: str, method: str, code: "MethodCode", loop: "Loop"
    ) -> bool | None:
        """Returns whether the loop may have been compiled from the source.

        The branches of the loop's own blocks are judged; if there are none, those of inner loops;
        if there are none either, those of the method. Branches in other pieces of source than
        the loop's header are ignored. In Java, each judged branch must fit a condition on its line.
        In Kotlin and Scala, the question of at least one judged branch must be proven. In code that
        Kotlin inlined, at least one must fit a condition on its line. The result is None if no
        branch can be judged, or if the method may be in code that the grammar doesn't know.
        """
        from kpath_jvm.source.branches import branches_of

        first = code.lines.of_block(loop.header)[0]
        header = code.places.of(first)
        is_own = code.places.is_own(first)
        every = branches_of(code, None if is_own else header)
        own = _asking(every)
        blocks = set(loop.blocks)
        inner = {
            block
            for other in code.loops
            if other.header != loop.header and other.header in blocks
            for block in other.blocks
            if blocks.issuperset(other.blocks)
        }
        kinds = (
            [one for one in own if one.decision.block in blocks - inner],
            [one for one in own if one.decision.block in blocks],
            own,
        )
        judged = next(filter(None, kinds), [])
        if not judged or not place[1].endswith((".java", ".kt", ".scala")):
            return None
        if not is_own:
            return self._may_be_inlined(place, text, header.line, judged)
        if place[1].endswith(".java"):
            found = dict(zip(own, self._can_ask(place, text, method, own), strict=True))
            own_verdicts = {found[one] for one in judged}
            return None if None in own_verdicts else False not in own_verdicts
        asking = [one for one in every if not one.is_settled]
        proven = self._questions(place, text, method, asking)
        if any(one.decision.block in proven for one in judged):
            return True
        is_unread = not proven and self._is_unread(place, text, method, asking)
        return None if is_unread else False

    def _can_ask(
        self, place: SourceFile, text: str, method: str, branches: "Sequence[Branch]"
    ) -> "list[bool | None]":
        """Returns whether each branch of a Java method fits a condition on its line.

        The items are None if the method may be in code that the grammar doesn't know.
        """
        from kpath_jvm.source import syntax
        from kpath_jvm.source.matching import can_be_asked

        scopes = self._conditions_of(place, text, method, (one.line for one in branches))
        if not scopes and self._tree(place, text, syntax.parsed).has_error:
            return [None] * len(branches)
        asked = [one for scope in scopes for one in scope]
        return [can_be_asked(one, asked) for one in branches]

    def _is_unread(
        self, place: SourceFile, text: str, method: str, branches: "Sequence[Branch]"
    ) -> bool:
        """Returns whether a Kotlin or Scala method may be in code that the grammar doesn't know."""
        lines = {one.line for one in branches if one.line > 0}
        if place[1].endswith(".kt"):
            from kpath_jvm.source.kotlin import syntax as kotlin

            tree = self._tree(place, text, kotlin.parsed)
            return tree.has_error and not kotlin.scopes_of(tree, method, lines)
        from kpath_jvm.source.scala import syntax as scala

        tree = self._tree(place, text, scala.parsed)
        return tree.has_error and not scala.scopes_of(tree, method, lines)

    def _may_be_inlined(
        self, place: SourceFile, text: str, line: int, branches: "Sequence[Branch]"
    ) -> bool:
        """Returns whether a loop's branches may have been inlined from the function around a line.

        Only Kotlin's compiler records from where it inlined code, so the result is True for other
        languages.
        """
        if not place[1].endswith(".kt"):
            return True
        from kpath_jvm.source.kotlin import reading, syntax

        return reading.may_be_inlined(self._tree(place, text, syntax.parsed), line, branches)

    def _has_call(self, place: SourceFile, text: str, line: int) -> bool:
        """Returns whether a line has a call that the compiler may have replaced by inlined code.

        Kotlin's compiler inlines functions of its library that have no lines of their own, if a
        lambda is passed to them. Scala's compilers may inline any function.
        """
        if place[1].endswith(".kt"):
            from kpath_jvm.source.kotlin import syntax as kotlin

            return kotlin.has_call(self._tree(place, text, kotlin.parsed), line)
        if place[1].endswith(".scala"):
            from kpath_jvm.source.scala import syntax as scala

            return scala.has_call(self._tree(place, text, scala.parsed), line)
        return False

    def _conditions_of(
        self, place: SourceFile, text: str, method: str, lines: Iterable[int]
    ) -> "list[list[Condition]]":
        """Returns the conditions of each piece of Java code that the method may be compiled from.

        If there are several pieces, they are lambdas on the same lines.
        """
        key = (text, method, frozenset(lines))
        if key not in self._conditions:
            from kpath_jvm.source import conditions, syntax

            scopes = syntax.scopes_of(self._tree(place, text, syntax.parsed), method, key[2])
            self._conditions[key] = [conditions.conditions(*bodies) for bodies in scopes]
        return self._conditions[key]

    def questions(
        self,
        class_name: str,
        source: object,
        method: str,
        branches: "Sequence[Branch]",
        digest: str = "",
    ) -> "dict[int, Question] | None":
        """Returns what the branches of a method ask, by block, as far as it can be proven.

        Returns None if there is no source text. Nothing can be proven for other languages than
        Java, Kotlin and Scala. ``method`` is the compiled name, and ``branches`` are in the order
        of the code.
        """
        place = file_of(class_name, source)
        text = self._text(place, digest)
        if text is None:
            return None
        settled = {one.decision.block for one in branches if one.is_settled}
        asking = [one for one in branches if not one.is_settled]
        found = self._questions(place, text, method, asking)
        if settled:
            from kpath_jvm.source.question import Question

            # An empty question hides a branch that always goes the same way.
            found |= dict.fromkeys(settled, Question(""))
        return found

    def why_unmatched(
        self,
        class_name: str,
        source: object,
        method: str,
        branches: "Sequence[Branch]",
        digest: str = "",
    ) -> dict[int, str]:
        """Returns, by block, why ``questions`` has no question for a branch; {} without source."""
        place = file_of(class_name, source)
        text = self._text(place, digest)
        if text is None:
            return {}
        found = self.questions(class_name, source, method, branches, digest) or {}
        missing = [one for one in branches if one.decision.block not in found]
        if not place[1].endswith(".java"):
            known = place[1].endswith((".kt", ".scala"))
            why = (
                "the conditions there don't match the branches, or match them in several ways"
                if known else "conditions are read in sources of Java, Kotlin and Scala"
            )  # fmt: skip
            return {one.decision.block: why for one in missing}
        from kpath_jvm.source import matching

        asking = [one for one in branches if not one.is_settled]
        lines = (one.line for one in asking if not one.is_elsewhere)
        told = [(asking, scope) for scope in self._conditions_of(place, text, method, lines)]
        return {one.decision.block: matching.why_unmatched(one, told) for one in missing}

    def _questions(
        self, place: SourceFile, text: str, method: str, branches: "Sequence[Branch]"
    ) -> "dict[int, Question]":
        # Imported here, because the grammars take time to import.
        if place[1].endswith(".java"):
            from kpath_jvm.source import matching

            lines = (one.line for one in branches if not one.is_elsewhere)
            scopes = self._conditions_of(place, text, method, lines)
            return matching.agreed(matching.matched(branches, scope) for scope in scopes)
        if place[1].endswith(".kt"):
            from kpath_jvm.source.kotlin import reading as of_kotlin
            from kpath_jvm.source.kotlin import syntax as kotlin

            return of_kotlin.questions(self._tree(place, text, kotlin.parsed), method, branches)
        if place[1].endswith(".scala"):
            from kpath_jvm.source.scala import reading as of_scala
            from kpath_jvm.source.scala import syntax as scala

            return of_scala.questions(self._tree(place, text, scala.parsed), method, branches)
        return {}

    def _tree(self, place: SourceFile, text: str, parsed: "Callable[[str], Node]") -> "Node":
        key = (place[1], text)
        if key not in self._trees:
            self._trees[key] = parsed(text)
        return self._trees[key]


def _asking(branches: "Sequence[Branch]") -> "list[Branch]":
    """Returns the branches for which the source has a condition."""
    from kpath_jvm.source.assertions import asks_for_assertions

    return [
        one
        for one in branches
        if not one.is_settled and one.line > 0 and not asks_for_assertions(one.decision)
    ]


def _first_of(told: Sequence[str]) -> str:
    more = len(told) - _MOST_TOLD
    return "; ".join(told[:_MOST_TOLD]) + (f"; and {more:,} more" if more > 0 else "")
