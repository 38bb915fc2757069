"""Makes patterns of how kotlinc compiles the conditions of a Kotlin function."""

from collections.abc import Callable

from tree_sitter import Node

from kpath_jvm.source.condition import Jump
from kpath_jvm.source.kotlin.inlined import Inlined
from kpath_jvm.source.kotlin.members import KotlinMembers
from kpath_jvm.source.kotlin.nodes import (
    OTHER_CODE,
    children,
    has_token,
    literal_of,
    operator_of,
    parts_around,
)
from kpath_jvm.source.kotlin.subjects import Subjects
from kpath_jvm.source.nodes import part_of, text_of, unwrapped
from kpath_jvm.source.numbers import numbers_of
from kpath_jvm.source.patterns.pattern import Pattern
from kpath_jvm.source.patterns.writer import PatternWriter

_COMPARISONS = {"==": "==", "!=": "!=", "===": "==", "!==": "!=",
                "<": "<", "<=": "<=", ">": ">", ">=": ">="}  # fmt: skip
_CHAINED = frozenset(("navigation_expression", "call_expression", "index_expression"))


def pattern_of(scope: list[Node]) -> Pattern:
    """Returns the pattern of how consecutive statements or expressions are compiled."""
    walk = KotlinWalk()
    for node in scope:
        walk.statement(node)
    return walk.out.written()


class KotlinWalk:
    """Walks a function's code in the order in which it is evaluated and compiled."""

    def __init__(self) -> None:
        self.out = PatternWriter()
        self._members = KotlinMembers(self)
        self._subjects = Subjects(self, self._members)
        self._inlined = Inlined(self)
        self._nodes: dict[str, Callable[[Node], None]] = {
            "if_expression": self._if,
            "when_expression": self._subjects.when,
            "for_statement": self._for,
            "while_statement": self._while,
            "do_while_statement": self._do,
            "finally_block": self._copies,
            "lambda_literal": self._lambda,
            "as_expression": self._cast,
            "navigation_expression": self._chain,
            "call_expression": self._chain,
            "index_expression": self._chain,
            "binary_expression": self._binary,
            "in_expression": self._members.stored,
            "is_expression": self._is,
            "unary_expression": self._unary,
        }

    def statement(self, node: Node) -> None:
        """Walks a statement; the lines of its conditions begin with the statement's first line."""
        with self.out.beginning_at(node):
            self.value(node)

    def body(self, node: Node) -> None:
        """Walks the code that a condition leads to: a block, or a single expression."""
        if node.type == "block":
            self.value(node)
        else:
            self.statement(node)

    def value(self, node: Node) -> None:
        """Walks an expression whose value is used, or a part of one."""
        if node.type in OTHER_CODE:
            return
        if node.type in self._nodes:
            self._nodes[node.type](node)
        elif node.type == "block":
            for child in children(node):
                self.statement(child)
        else:
            for child in children(node):
                self.value(child)

    def condition(self, node: Node, if_true: Jump, if_false: Jump) -> None:
        """Walks an expression that is the condition of a branch."""
        node = unwrapped(node)
        operator = operator_of(node)
        if operator in ("&&", "||"):
            second = Jump()
            left, right = part_of(node, "left"), part_of(node, "right")
            if operator == "&&":
                self.condition(left, second, if_false)
            else:
                self.condition(left, if_true, second)
            with self.out.place_of(second):
                self.condition(right, if_true, if_false)
        elif operator == "!" and _is_compound(part_of(node, "argument")):
            self.condition(part_of(node, "argument"), if_false, if_true)
        elif literal_of(node) is None:
            self._leaf(node, if_true, if_false)

    def _leaf(self, node: Node, if_true: Jump, if_false: Jump) -> None:
        inner, is_negated = node, False
        while operator_of(inner) == "!":
            inner, is_negated = unwrapped(part_of(inner, "argument")), not is_negated
        if literal_of(inner) is not None:
            return
        if inner.type == "in_expression":
            self._members.asked(inner, is_negated, (if_true, if_false), node)
            return
        if operator_of(inner) in _COMPARISONS:
            self._comparison(inner, is_negated, (if_true, if_false), node)
            return
        if self._inlined.emptiness(inner, node, is_negated, (if_true, if_false)):
            return
        if inner.type == "is_expression":
            self.value(part_of(inner, "left"))
            kind, is_negated = "type", is_negated != has_token(inner, "!is")
        else:
            self.value(inner)
            kind = "truth"
        self.out.add(kind, node, is_negated=is_negated, jumps=(if_true, if_false))

    def _comparison(
        self, node: Node, is_negated: bool, jumps: tuple[Jump, Jump], told: Node
    ) -> None:
        left, right = part_of(node, "left"), part_of(node, "right")
        self.value(left)
        self.value(right)
        operator, literal = _COMPARISONS[operator_of(node)], literal_of(unwrapped(right))
        numbers = numbers_of(text_of(left), text_of(right))

        def compared(jumps: tuple[Jump, Jump]) -> None:
            self.out.add(
                "comparison", told, operator=operator, is_negated=is_negated, literal=literal,
                numbers=numbers, jumps=jumps,
            )  # fmt: skip

        if operator not in ("==", "!="):
            compared(jumps)
            return

        def stored() -> None:
            # If the values are floating-point numbers, or may be null, the result of their
            # comparison is stored, and then tested.
            joined = Jump()
            compared((joined, joined))
            with self.out.place_of(joined):
                # The stored result says whether the values are equal.
                is_opposite = is_negated != (operator == "!=")
                self.out.add("result", told, is_negated=is_opposite, jumps=jumps)

        self.out.choice(lambda: compared(jumps), stored)

    def _if(self, node: Node) -> None:
        condition = part_of(node, "condition")
        with self.out.beginning_at(node):
            self.condition(condition, Jump(), Jump())
        consequence, alternative = parts_around(node, condition, "else")
        for one in (*consequence, *alternative):
            self.body(one)

    def _for(self, node: Node) -> None:
        over, body = parts_around(node, None, ")", after="in")
        for one in over:
            self.value(one)
            self.out.add("element", one, text="another element")
        for one in body:
            self.body(one)
        if over:
            # A range whose end isn't a constant could end at the largest number. So the loop may
            # test after its body whether the element was the last one.
            self.out.choice(
                lambda: self.out.add("last", over[-1], text="another element"), lambda: None
            )

    def _while(self, node: Node) -> None:
        condition = part_of(node, "condition")
        with self.out.beginning_at(node):
            self.condition(condition, Jump(), Jump())
        body, _ = parts_around(node, condition, "")
        for one in body:
            self.body(one)

    def _do(self, node: Node) -> None:
        condition = part_of(node, "condition")
        for one in children(node):
            if one != condition:
                self.body(one)
        with self.out.beginning_at(condition):
            self.condition(condition, Jump(), Jump())

    def _copies(self, node: Node) -> None:
        with self.out.copied():
            for child in children(node):
                self.body(child)

    def _lambda(self, node: Node) -> None:
        def inlined() -> None:
            with self.out.copied():
                for child in children(node):
                    self.statement(child)

        self.out.choice(inlined, lambda: None)

    def _cast(self, node: Node) -> None:
        left, right = part_of(node, "left"), part_of(node, "right")
        self.value(left)
        if has_token(node, "as?"):
            text = f"{text_of(left)} is {text_of(right)}"
            self.out.choice(
                lambda: self.out.add("type", node, text=text, source=text), lambda: None
            )

    def _chain(self, node: Node) -> None:
        """Walks a chain of calls and members, which ends early at a null before ``?.``."""
        if self._inlined.demand(node) or self._inlined.repeated(node):
            return
        opened: list[Jump] = []
        self._links(node, opened)
        for jump in opened:
            self.out.end(jump)

    def _links(self, node: Node, opened: list[Jump]) -> None:
        first, *others = children(node)
        if first.type in _CHAINED:
            self._links(first, opened)
        else:
            self.value(first)
        if has_token(node, "?."):
            going_on = Jump()
            text = f"{text_of(first)} != null"
            self.out.add(
                "null",
                first,
                text=text,
                source=text,
                jumps=(going_on, Jump()),
                last=others[-1],
                is_end=True,
            )
            self.out.begin(going_on)
            opened.append(going_on)
        if any(one.type == "annotated_lambda" for one in others):
            # The called function may be inlined. Then its branches come next, and not the later
            # branches of the chain. So the possible targets of the chain's earlier tests end here.
            for jump in opened:
                self.out.end(jump)
            opened.clear()
        for one in others:
            self.value(one)
        self._inlined.or_empty(node)
        self._inlined.kept(node)

    def _binary(self, node: Node) -> None:
        operator = operator_of(node)
        if operator in ("&&", "||") or operator in ("<", "<=", ">", ">="):
            self.condition(node, Jump(), Jump())
        elif operator in _COMPARISONS:
            left, right = part_of(node, "left"), part_of(node, "right")
            self.value(left)
            self.value(right)
            self.out.choice(
                lambda: self.out.add(
                    "comparison", node, operator=_COMPARISONS[operator],
                    literal=literal_of(unwrapped(right)),
                    numbers=numbers_of(text_of(left), text_of(right)),
                ),
                lambda: None,
            )  # fmt: skip
        elif operator == "?:":
            self._elvis(node)
        else:
            for child in children(node):
                self.value(child)

    def _elvis(self, node: Node) -> None:
        left, right = part_of(node, "left"), part_of(node, "right")
        self.value(left)
        text = f"{text_of(left)} != null"
        otherwise = Jump()

        def asked() -> None:
            self.out.add(
                "null", left, text=text, source=text, jumps=(Jump(), otherwise), is_end=True
            )

        inner = unwrapped(left)
        if inner.type in _CHAINED or inner.type == "as_expression":
            # If only an earlier null in the chain can make the value null, that null has been
            # tested already, and the value isn't tested again.
            self.out.choice(asked, lambda: None)
        else:
            asked()
        with self.out.place_of(otherwise):
            self.value(right)

    def _is(self, node: Node) -> None:
        if has_token(node, "!is"):
            self.condition(node, Jump(), Jump())
        else:
            self.value(part_of(node, "left"))

    def _unary(self, node: Node) -> None:
        if operator_of(node) == "!":
            self.condition(node, Jump(), Jump())
        else:
            self.value(part_of(node, "argument"))


def _is_compound(node: Node) -> bool:
    operator = operator_of(unwrapped(node))
    is_negation = operator == "!" and _is_compound(part_of(unwrapped(node), "argument"))
    return operator in ("&&", "||") or is_negation
