"""Makes patterns of how scalac compiles the conditions of a Scala method."""

from collections.abc import Callable, Sequence

from tree_sitter import Node

from kpath_jvm.source.condition import Jump
from kpath_jvm.source.nodes import children, part_of, text_of, unwrapped
from kpath_jvm.source.patterns.pattern import Pattern
from kpath_jvm.source.patterns.writer import PatternWriter
from kpath_jvm.source.scala.equality import Equality
from kpath_jvm.source.scala.matches import Matches
from kpath_jvm.source.scala.nodes import (
    BLOCKS,
    OTHER_CODE,
    is_function,
    literal_of,
    operand_of,
    operator_of,
    regrouped,
    text_between,
)  # fmt: skip

_COMPARISONS = {"==": "==", "!=": "!=", "eq": "==", "ne": "!=",
                "<": "<", "<=": "<=", ">": ">", ">=": ">="}  # fmt: skip
_ASSERTIONS = frozenset(("assert", "assume"))


def pattern_of(scope: Sequence[Node], is_asked_only: bool = False) -> Pattern:
    """Returns the pattern of how consecutive statements or expressions are compiled.

    If ``is_asked_only``, the pattern has only the tests of cases, and not the code that cases lead
    to. This is how scalac compiles the method ``isDefinedAt`` of a function that consists of cases.
    """
    walk = ScalaWalk(is_asked_only)
    for node in scope:
        walk.root(node)
    return walk.out.written()


class ScalaWalk:
    """Walks a method's code in the order in which it is evaluated and compiled."""

    def __init__(self, is_asked_only: bool = False) -> None:
        self.out = PatternWriter()
        self._equality = Equality(self)
        self._matches = Matches(self, self._equality, is_asked_only)
        self._nodes: dict[str, Callable[[Node], None]] = {
            "if_expression": self._if,
            "while_expression": self._while,
            "do_while_expression": self._do,
            "for_expression": self._for,
            "match_expression": self._matches.match,
            "try_expression": self._lifted,
            "catch_clause": self._matches.handlers,
            "finally_clause": self._copies,
            "call_expression": self._call,
            "infix_expression": self._infix,
            "prefix_expression": self._prefix,
        }

    def root(self, node: Node) -> None:
        """Walks a node that is the whole code of a method."""
        if node.type == "case_block":
            self._matches.function(node)
        elif node.type == "try_expression":
            with self.out.beginning_at(node):
                self._try(node)
        else:
            with self.out.beginning_at(node):
                # A ``_`` in the body belongs to this function, and doesn't make the body a function
                # of its own.
                self._parts(node)

    def statement(self, node: Node) -> None:
        """Walks a statement; the lines of its conditions begin with the statement's first line."""
        with self.out.beginning_at(node):
            self.value(node)

    def body(self, node: Node) -> None:
        """Walks the code that a condition leads to: a block, or a single expression."""
        self.statement(node)

    def value(self, node: Node) -> None:
        """Walks an expression, or a part of one, whose value is used."""
        if node.type not in OTHER_CODE and not is_function(node):
            self._parts(node)

    def _parts(self, node: Node) -> None:
        if regrouped(node) is not None:
            self._regrouped(node)
        elif node.type in self._nodes:
            self._nodes[node.type](node)
        elif node.type in BLOCKS:
            for child in children(node):
                self.statement(child)
        else:
            for child in children(node):
                self.value(child)

    def _regrouped(self, node: Node) -> None:
        operation = regrouped(node)
        is_asked = operation is not None and operator_of(operation) in ("&&", "||", "!")
        if is_asked:
            self.condition(node, Jump(), Jump())
        else:
            self.out.choice(lambda: self.condition(node, Jump(), Jump()), lambda: None)

    def condition(self, node: Node, if_true: Jump, if_false: Jump) -> None:
        """Walks an expression that is the condition of a branch."""
        self._condition(node, None, if_true, if_false)

    def _condition(self, node: Node, end: Node | None, if_true: Jump, if_false: Jump) -> None:
        """Walks a condition; the condition's last part ends with the node ``end``, if given."""
        node = unwrapped(node)
        operation = regrouped(node)
        if operation is not None:
            node, end = operation, end or node
        operator = operator_of(node)
        if operator in ("&&", "||"):
            second = Jump()
            left, right = part_of(node, "left"), part_of(node, "right")
            if operator == "&&":
                self.condition(left, second, if_false)
            else:
                self.condition(left, if_true, second)
            with self.out.place_of(second):
                self._condition(right, end, if_true, if_false)
        elif operator == "!" and end is None and _is_compound(operand_of(node)):
            self.condition(operand_of(node), if_false, if_true)
        elif node.type == "if_expression" and node.child_by_field_name("alternative"):
            self._chosen(node, if_true, if_false)
        elif node.type in BLOCKS and children(node):
            *before, last = children(node)
            for child in before:
                self.statement(child)
            self.condition(last, if_true, if_false)
        elif node.type == "match_expression":
            self.value(node)
            self.out.add("result", node, jumps=(if_true, if_false))
        elif literal_of(node) is not None:
            self._literal(node)
        else:
            self._leaf(node, end, (if_true, if_false))

    def _literal(self, node: Node) -> None:
        self.out.choice(lambda: None, lambda: self.out.add("constant", node))

    def _chosen(self, node: Node, if_true: Jump, if_false: Jump) -> None:
        condition, yes, no = (
            part_of(node, field) for field in ("condition", "consequence", "alternative")
        )

        def direct() -> None:
            first, second = Jump(), Jump()
            self.condition(condition, first, second)
            for place, one in ((first, yes), (second, no)):
                with self.out.place_of(place):
                    self.condition(one, if_true, if_false)

        def stored() -> None:
            self._if(node)
            self.out.add("result", node, jumps=(if_true, if_false))

        self.out.choice(direct, stored)

    def _leaf(self, node: Node, end: Node | None, jumps: tuple[Jump, Jump]) -> None:
        inner, is_negated = node, False
        while operator_of(inner) == "!":
            inner, is_negated = unwrapped(operand_of(inner)), not is_negated
        if literal_of(inner) is not None:
            self._literal(inner)
            return
        text = None if end is None else text_between(node, end)
        operator = operator_of(inner)
        if operator not in _COMPARISONS:
            self.value(inner)
            self.out.add(
                "truth", node, text=text, source=text, is_negated=is_negated, jumps=jumps, last=end
            )
            return
        left, right = part_of(inner, "left"), part_of(inner, "right")
        self.value(left)
        self.value(right)
        self._equality.compared(
            node, (text_of(left), _COMPARISONS[operator], right), is_negated, jumps,
            kind="same" if operator in ("eq", "ne") else "comparison", text=text,
        )  # fmt: skip

    def _if(self, node: Node) -> None:
        with self.out.beginning_at(node):
            self.condition(part_of(node, "condition"), Jump(), Jump())
        self.body(part_of(node, "consequence"))
        alternative = node.child_by_field_name("alternative")
        if alternative is not None:
            self.body(alternative)

    def _while(self, node: Node) -> None:
        with self.out.beginning_at(node):
            self.condition(part_of(node, "condition"), Jump(), Jump())
        self.body(part_of(node, "body"))

    def _do(self, node: Node) -> None:
        self.body(part_of(node, "body"))
        condition = part_of(node, "condition")
        with self.out.beginning_at(condition):
            self.condition(condition, Jump(), Jump())

    def _for(self, node: Node) -> None:
        """Walks the first generator's expression; the rest of the ``for`` becomes functions."""
        # The field ``enumerators`` begins with the parenthesis, so the child is found by its type.
        enumerators = next(one for one in children(node) if one.type == "enumerators")
        first = children(enumerators)[0]
        parts = [one for one in children(first) if one.type != "guard"]
        self.value(parts[-1])

    def _lifted(self, node: Node) -> None:
        """Walks a try, which may become a method of its own where its value is used."""
        self.out.choice(lambda: self._try(node), lambda: None)

    def _try(self, node: Node) -> None:
        for child in children(node):
            if child.type in self._nodes:
                self._nodes[child.type](child)
            else:
                self.body(child)

    def _copies(self, node: Node) -> None:
        with self.out.copied():
            for child in children(node):
                self.body(child)

    def _call(self, node: Node) -> None:
        function, *given = children(node)
        self.value(function)
        is_assertion = text_of(function) in _ASSERTIONS
        for arguments in given:
            if arguments.type in (*BLOCKS, "case_block"):
                self._argument(arguments)
                continue
            for place, one in enumerate(children(arguments)):
                if is_assertion and place == 0:
                    self._asserted(one)
                else:
                    self._argument(one)

    def _asserted(self, node: Node) -> None:
        """Walks an assertion's condition, which may be inlined."""
        self.out.choice(lambda: self.condition(node, Jump(), Jump()), lambda: self._argument(node))

    def _argument(self, node: Node) -> None:
        """Walks an argument, which is a function if it is passed by name."""
        self.out.choice(lambda: self.value(node), lambda: None)

    def _infix(self, node: Node) -> None:
        operator = operator_of(node)
        if operator in ("&&", "||"):
            self.condition(node, Jump(), Jump())
            return
        left, right = part_of(node, "left"), part_of(node, "right")

        def plain() -> None:
            self.value(left)
            self._argument(right)

        if operator in _COMPARISONS:
            # For types that aren't primitive, the comparison may be a call whose result is used.
            self.out.choice(lambda: self.condition(node, Jump(), Jump()), plain)
        else:
            plain()

    def _prefix(self, node: Node) -> None:
        if operator_of(node) == "!":
            self.condition(node, Jump(), Jump())
        else:
            self.value(operand_of(node))


def _is_compound(node: Node) -> bool:
    inner = unwrapped(node)
    if inner.type in ("if_expression", "match_expression") or inner.type in BLOCKS:
        return True
    operator = operator_of(inner)
    return operator in ("&&", "||") or (operator == "!" and _is_compound(operand_of(inner)))
