"""Lists the conditions of a method's source in the order in which compilers put their branches.

javalang's trees don't say where an expression ends, and javalang knows Java only up to version 8.
So conditions are read with tree-sitter's grammar of Java. The walk through the tree follows Java's
order of evaluation (JLS 15.7, 15.23 to 15.25) and the order in which loops and switches are
compiled.
"""

from collections.abc import Callable, Sequence
from functools import partial

from tree_sitter import Node

from kpath_jvm.source.assertions import ASSERTION_CHECK
from kpath_jvm.source.condition import Case, Condition, Jump, is_over_strings
from kpath_jvm.source.excerpt import excerpt
from kpath_jvm.source.forms import (
    COMPARISONS,
    OTHER_CODE,
    cases_of,
    is_compound,
    is_condition,
    is_result,
    is_simple,
    operator_of,
)
from kpath_jvm.source.hidden import Test, record_pattern, resources_of, tests_of, type_of
from kpath_jvm.source.nodes import children, part_of, text_of, unwrapped
from kpath_jvm.source.numbers import numbers_of


def conditions(*scopes: Node) -> list[Condition]:
    """Returns the conditions in bodies of methods, lambdas and initialisers, and in fields."""
    walk = _Walk()
    for scope in scopes:
        if scope.type in ("block", "constructor_body"):
            walk.statement(scope)
        else:
            walk.part(scope, partial(walk.value, scope), scope)
    return walk.found


class _Walk:
    def __init__(self) -> None:
        self.found: list[Condition] = []
        self._lines = (0, 0)
        self._finally = 0
        self._finally_count = 0
        #: Whether ``yield`` statements yield conditions that branches decide, and not values.
        self._asks_results = False
        self._loops: tuple[int, ...] = ()
        self._loop_count = 0
        self._statements: dict[str, Callable[[Node], None]] = {
            "if_statement": self._if,
            "while_statement": self._while,
            "do_statement": self._do,
            "for_statement": self._for,
            "enhanced_for_statement": self._each,
            "switch_expression": self._switch,
            "finally_clause": self._finally_clause,
            "assert_statement": self._assert,
            "try_with_resources_statement": self._try_with,
            "yield_statement": self._yield,
        }
        self._values: dict[str, Callable[[Node], None]] = {
            "ternary_expression": self._choice,
            "switch_expression": partial(self._with_results, asks=False),
        }

    def statement(self, node: Node) -> None:
        """Walks a statement, or a node that contains statements."""
        if node.type in OTHER_CODE:
            return
        if node.type in self._statements:
            self._statements[node.type](node)
        elif node.type == "expression_statement" and children(node)[0].type == "switch_expression":
            self._switch(children(node)[0])
        elif is_simple(node):
            self.part(node, lambda: self.value(node), node)
        else:
            for child in children(node):
                self.statement(child)

    def part(self, start: Node, walk: Callable[[], None], end: Node) -> None:
        """Walks code whose conditions lie on the lines from ``start`` to the end of ``end``."""
        before = self._lines
        self._lines = (start.start_point[0] + 1, end.end_point[0] + 1)
        walk()
        self._lines = before

    def value(self, node: Node) -> None:
        """Walks an expression whose value is used."""
        if node.type in OTHER_CODE:
            return
        if is_condition(node):
            self._condition(node, Jump(), Jump())
        elif node.type in self._values:
            self._values[node.type](node)
        else:
            for child in children(node):
                self.value(child)

    def _condition(self, node: Node, if_true: Jump, if_false: Jump) -> None:
        """Walks an expression that is the condition of a branch."""
        inner = unwrapped(node)
        operator = operator_of(inner)
        if operator in ("&&", "||"):
            left, right = part_of(inner, "left"), part_of(inner, "right")
            second = Jump()
            if operator == "&&":
                self._condition(left, second, if_false)
            else:
                self._condition(left, if_true, second)
            before = len(self.found)
            self._condition(right, if_true, if_false)
            second.condition = self.found[before] if len(self.found) > before else None
        elif operator == "!" and is_compound(children(inner)[0]):
            self._condition(children(inner)[0], if_false, if_true)
        elif inner.type == "ternary_expression":
            self._condition(part_of(inner, "condition"), Jump(), Jump())
            self._condition(part_of(inner, "consequence"), if_true, if_false)
            self._condition(part_of(inner, "alternative"), if_true, if_false)
        elif inner.type == "switch_expression":
            # If a switch is a condition, javac doesn't compute its value: each of the results has
            # branches of its own.
            self._with_results(inner, asks=True)
        elif inner.type not in ("true", "false"):
            self._leaf(inner, if_true, if_false)

    def _leaf(self, node: Node, if_true: Jump, if_false: Jump) -> None:
        inner, is_negated = node, False
        while operator_of(inner) == "!":
            inner, is_negated = unwrapped(children(inner)[0]), not is_negated
        if inner.type in ("true", "false"):
            return
        pattern = record_pattern(inner)
        if pattern is not None and tests_of(pattern):
            ways = (if_false, if_true) if is_negated else (if_true, if_false)
            self._record(inner, pattern, *ways)
            return
        operator = operator_of(inner)
        if operator in COMPARISONS:
            left, right = part_of(inner, "left"), part_of(inner, "right")
            self.value(left)
            self.value(right)
            literal = {"true": True, "false": False}.get(unwrapped(right).type)
            self._add("comparison", node, operator, is_negated, literal)
            self.found[-1].numbers = numbers_of(text_of(left), text_of(right))
        else:
            for child in children(inner):
                self.value(child)
            self._add("truth", node, "", is_negated)
        self.found[-1].if_true, self.found[-1].if_false = if_true, if_false

    def _record(self, node: Node, pattern: Node, if_true: Jump, if_false: Jump) -> None:
        """Walks a record pattern, which tests the record's own type and then each component."""
        left = part_of(node, "left")
        self.value(left)
        self._add("truth", f"{text_of(left)} instanceof {type_of(pattern)}")
        self.found[-1].if_false = if_false
        for one in tests_of(pattern):
            before = self.found[-1]
            self._component(one)
            before.if_true = Jump(self.found[-1])
            self.found[-1].if_false = if_false
        self.found[-1].if_true = if_true

    def _component(self, test: Test) -> None:
        self._add("type", test.text)
        self.found[-1].source = test.name
        self.found[-1].is_optional = not test.is_sure

    def _try_with(self, node: Node) -> None:
        body = part_of(node, "body")
        closed = resources_of(node)
        for child in children(node):
            self.statement(child)
            if child == body:
                for name in reversed(closed):
                    self._closed(name, body.end_point[0] + 1)
                    # For exceptions, the test is compiled again, on the line of the try itself.
                    self._closed(name, node.start_point[0] + 1)

    def _closed(self, name: str, line: int) -> None:
        before = self._lines
        self._lines = (line, line)
        self._add("resource", f"{name} != null")
        self._lines = before
        self.found[-1].source = name
        self.found[-1].is_optional = True

    def _add(
        self,
        kind: str,
        told: Node | str,
        operator: str = "",
        is_negated: bool = False,
        literal: bool | None = None,
        cases: tuple[Case, ...] = (),
    ) -> None:
        if isinstance(told, str):
            text, source = excerpt(told), told
        else:
            text, source = _shown(told), text_of(told)
        self.found.append(
            Condition(
                kind, text, source, *self._lines, operator=operator, is_negated=is_negated,
                finally_block=self._finally, literal=literal, cases=cases,
                repeated_by=self._loops,
            )
        )  # fmt: skip

    def _head(self, statement: Node, condition: Node) -> None:
        self.part(statement, lambda: self._condition(condition, Jump(), Jump()), condition)

    def _if(self, node: Node) -> None:
        self._head(node, part_of(node, "condition"))
        self.statement(part_of(node, "consequence"))
        alternative = node.child_by_field_name("alternative")
        if alternative is not None:
            self.statement(alternative)

    def _while(self, node: Node) -> None:
        condition = part_of(node, "condition")
        self._loop(lambda: self._head(node, condition), part_of(node, "body"))

    def _do(self, node: Node) -> None:
        body, condition = part_of(node, "body"), part_of(node, "condition")
        self.statement(body)
        self._head(condition, condition)

    def _for(self, node: Node) -> None:
        body = part_of(node, "body")
        close = body.prev_sibling or body
        for first in node.children_by_field_name("init"):
            self.part(node, partial(self.value, first), close)
        condition = node.child_by_field_name("condition")

        def head() -> None:
            if condition is not None:
                self.part(node, lambda: self._condition(condition, Jump(), Jump()), close)

        updates = [
            partial(self.part, node, partial(self.value, update), close)
            for update in node.children_by_field_name("update")
        ]
        self._loop(head, body, updates)

    def _each(self, node: Node) -> None:
        value, body = part_of(node, "value"), part_of(node, "body")
        self.part(node, lambda: self.value(value), value)
        element = partial(self._add, "element", "another element")
        self._loop(lambda: self.part(node, element, value), body)

    def _loop(
        self, head: Callable[[], None], body: Node, updates: Sequence[Callable[[], None]] = ()
    ) -> None:
        """Walks a loop whose condition is written before its body."""
        self._loop_count += 1
        loop, outer = self._loop_count, self._loops
        before = len(self.found)
        head()
        for one in self.found[before:]:
            one.head_of = loop
        self._loops = (*outer, loop)
        self.statement(body)
        for update in updates:
            update()
        self._loops = outer

    def _assert(self, node: Node) -> None:
        condition, *message = children(node)

        def walk() -> None:
            self._add("assertion", ASSERTION_CHECK, is_negated=True)
            self._condition(condition, Jump(), Jump())
            for one in message:
                self.value(one)

        self.part(node, walk, node)

    def _choice(self, node: Node) -> None:
        self._condition(part_of(node, "condition"), Jump(), Jump())
        self.value(part_of(node, "consequence"))
        self.value(part_of(node, "alternative"))

    def _switch(self, node: Node, *, asks: bool = False) -> None:
        """Walks a switch; ``asks`` says that the results after its arrows are conditions."""
        selector, body = part_of(node, "condition"), part_of(node, "body")
        cases = cases_of(children(body))
        labels = [label for case in cases for label in case.labels]

        def head() -> None:
            self.value(selector)
            if is_over_strings(cases):
                self._add("hash", "")
                for label in labels:
                    if label != "default":
                        # The comparisons are in the order of the labels' hashes, and not of the
                        # source. So each comparison may be with any of the labels.
                        self._add("equal", "", cases=cases)
            self._add("switch", selector, cases=cases)

        self.part(node, head, selector)
        for group in children(body):
            for child in children(group):
                if child.type == "switch_label":
                    self._label(child)
                elif asks and is_result(child):
                    self._result(child)
                else:
                    self.statement(child)

    def _with_results(self, node: Node, *, asks: bool) -> None:
        """Walks a switch that has a result; ``asks`` says that the result is a condition."""
        before, self._asks_results = self._asks_results, asks
        self._switch(node, asks=asks)
        self._asks_results = before

    def _yield(self, node: Node) -> None:
        if self._asks_results:
            self._result(node)
        else:
            self.part(node, lambda: self.value(children(node)[0]), node)

    def _result(self, node: Node) -> None:
        """Walks a result that is a condition; ``node`` is the result's statement."""
        self._head(node, children(node)[0])

    def _label(self, label: Node) -> None:
        """Walks a case's guard and, if the pattern is a record's, the tests of its components."""
        for part in children(label):
            if part.type == "guard":
                self._head(label, children(part)[0])
            elif part.type == "pattern" and children(part)[0].type == "record_pattern":
                self.part(label, partial(self._components, children(part)[0]), part)

    def _components(self, pattern: Node) -> None:
        for one in tests_of(pattern):
            self._component(one)
            self.found[-1].is_optional = True

    def _finally_clause(self, node: Node) -> None:
        before = self._finally
        self._finally_count += 1
        self._finally = self._finally_count
        for child in children(node):
            self.statement(child)
        self._finally = before


def _shown(node: Node) -> str:
    return excerpt(text_of(unwrapped(node)))
