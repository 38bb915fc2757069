"""Generates random Java programs that always end. The same seed gives the same source.

Calls and loops take fuel from a common supply, so that a program executes at most about ten
thousand bytecodes. Only a ``for`` loop outside all other loops may take no fuel. Jumps and throws
are inside an ``if``, because javac refuses code that is plainly unreachable. The program prints a
checksum of its results, and one more number.
"""

from __future__ import annotations

from random import Random

EXCEPTIONS = [
    "Main.Red", "Main.Blue", "ArithmeticException", "ArrayIndexOutOfBoundsException",
    "NullPointerException", "RuntimeException",
]  # fmt: skip

FRAME = """\
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

public class Main {{
  static class Red extends RuntimeException {{
    private static final long serialVersionUID = 1;
  }}

  static final class Blue extends Red {{
    private static final long serialVersionUID = 1;
  }}

  static final class Cell {{
    int value = 5;
  }}

  static final String[] WORDS = {{"Aa", "BB", "cell", "", "tree"}};
  static int fuel;

  static int mix(int a, int b) {{
    return 31 * a + b;
  }}
{methods}
  public static void main(String[] args) {{
    int sum = 0;
    for (int round = 0; round < {rounds}; round++) {{
      fuel = {fuel};
      try {{
        sum = mix(sum, m0(round, 3));
      }} catch (RuntimeException e) {{
        sum = mix(sum, e.getClass().getSimpleName().length());
      }}
    }}
    System.out.println(sum);
    fuel = {fuel};
    System.out.println({last});
  }}
}}
"""


class _Generator:
    """Writes methods statement by statement; ``budget`` bounds a method's size."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.method_count = self.random.randint(2, 5)
        self.names = 0
        self.budget = 0
        self.lines: list[str] = []
        self.indent = 1
        self.variables: list[str] = []
        self.writable: list[str] = []
        self.labels: list[tuple[str, bool]] = []

    def program(self) -> str:
        for index in range(self.method_count):
            self._method(index)
        last = self.random.choice(["m0(7, 2)", "m1(3, 3)", "fuel"])
        return FRAME.format(
            methods="\n".join(self.lines),
            rounds=self.random.randint(2, 5),
            fuel=self.random.choice([60, 120, 200]),
            last=last,
        )

    def _line(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def _name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def _method(self, index: int) -> None:
        self.lines.append("")
        lock = self.random.choice(["", "", "", "synchronized "])
        self._open(f"static {lock}int m{index}(int x, int depth) {{")
        self._line("int a = x + 1;")
        self._line("int[] data = {3, 1, 4, 1, 5, 9, 2, 6};")
        self._line("Cell cell = new Cell();")
        self.variables = ["x", "depth", "a", "data[2]", "cell.value"]
        self.writable = ["x", "a", "data[5]", "cell.value"]
        self.labels = []
        self.budget = self.random.randint(8, 30)
        while self.budget > 0:
            self._statement()
        self._line(f"return {self._expression()};")
        self._close()

    def _open(self, text: str) -> None:
        self._line(text)
        self.indent += 1

    def _close(self, text: str = "}") -> None:
        self.indent -= 1
        self._line(text)

    def _expression(self) -> str:
        a, b = self.random.choice(self.variables), self.random.choice(self.variables)
        number = self.random.randint(-3, 9)
        return self.random.choice(
            [a, str(number), f"{a} + {number}", f"{a} * {b}", f"({a} ^ {b})", f"{a} - {b}",
             f"({a} > {b} ? {a} : {number})", f"mix({a}, {b})"]
        )  # fmt: skip

    def _condition(self) -> str:
        a, b = self.random.choice(self.variables), self.random.choice(self.variables)
        simple = self.random.choice(
            [f"{a} % {self.random.randint(2, 4)} == 0", f"{a} > {b}", f"({a} & 3) != 1",
             f"{a} < {self.random.randint(-5, 40)}", f"fuel % 5 != {self.random.randint(0, 4)}"]
        )  # fmt: skip
        if self.random.random() < 0.2:
            return f"{simple} {self.random.choice(['&&', '||'])} {a} != {b}"
        return simple

    def _block(self) -> None:
        variables = len(self.variables)
        writable = len(self.writable)
        for _ in range(self.random.randint(1, 3)):
            self._statement()
        del self.variables[variables:], self.writable[writable:]

    def _statement(self) -> None:
        self.budget -= 1
        simple = [self._assign, self._assign, self._risk, self._jump, self._call]
        nested = [self._if, self._if, self._for, self._for, self._while, self._do, self._try]
        nested += [self._try, self._switch, self._locked]
        deep = self.indent > 7 or self.budget <= 0
        self.random.choice(simple if deep else simple + nested)()

    def _assign(self) -> None:
        if self.random.random() < 0.2:
            name = self._name("v")
            self._line(f"int {name} = {self._expression()};")
            self.variables.append(name)
            self.writable.append(name)
            return
        target = self.random.choice(self.writable)
        self._line(f"{target} {self.random.choice(['=', '+=', '^='])} {self._expression()};")

    def _risk(self) -> None:
        target, source = self.random.choice(self.writable), self.random.choice(self.variables)
        safe = f"({source} & 15)"
        self._line(
            self.random.choice(
                [f"{target} += 100 / {safe};", f"{target} ^= data[{safe} % 9];",
                 f"{target} -= ({safe} == 7 ? null : cell).value;"]
            )
        )  # fmt: skip

    def _jump(self) -> None:
        choices = ["throw new Red();", "throw new Blue();"]
        if self.random.random() < 0.3:
            choices.append(f"return {self._expression()};")
        for label, loop in self.labels:
            choices += [f"break {label};"] * 2 + [f"continue {label};"] * (2 * loop)
        rare = f"({self.random.choice(self.variables)} & 15) % 7 == {self.random.randint(0, 6)}"
        condition = rare if self.random.random() < 0.7 else self._condition()
        self._line(f"if ({condition}) {self.random.choice(choices)}")

    def _danger(self) -> None:
        """Writes a statement that throws at some amounts of fuel, and so in some iterations."""
        modulus, rest = self.random.randint(2, 5), self.random.randint(0, 2)
        kind = self.random.choice(["new Red()", "new Blue()", "null"])
        self._line(
            self.random.choice(
                [f"if ((--fuel & 15) % {modulus} == {rest}) throw {kind};",
                 f"{self.random.choice(self.writable)} += 50 / ((--fuel & 15) % {modulus});",
                 f"{self.random.choice(self.writable)} ^= data[(--fuel & 15) % {modulus} * 3];"]
            )
        )  # fmt: skip

    def _call(self) -> None:
        target = self.random.choice(self.writable)
        callee = f"m{self.random.randrange(self.method_count)}"
        argument = self._expression()
        guard = "depth > 0 && fuel-- > 0"
        if self.random.random() < 0.2:
            lambdas = [
                f"IntStream.range(0, 3).map(q -> {callee}(q, depth - 1)).sum()",
                f"((IntUnaryOperator) q -> q % 2 == 0 ? {callee}(q, depth - 1) : 9)"
                f".applyAsInt({argument})",
            ]
            self._line(f"if ({guard}) {target} += {self.random.choice(lambdas)};")
        else:
            self._line(f"if ({guard}) {target} += {callee}({argument}, depth - 1);")

    def _if(self) -> None:
        self._open(f"if ({self._condition()}) {{")
        self._block()
        if self.random.random() < 0.4:
            self._close("} else {")
            self.indent += 1
            self._block()
        self._close()

    def _loop(self, head: str, tail: str = "}") -> None:
        label = self._name("loop")
        self._open(f"{label}: {head}")
        self.labels.append((label, True))
        self._block()
        self.labels.pop()
        self._close(tail)

    def _for(self) -> None:
        index = self._name("i")
        self.variables.append(index)
        limit = self.random.randint(1, 6)
        # An inner loop always takes fuel, because the iterations of nested loops multiply.
        inner = any(loop for _, loop in self.labels)
        supply = " && fuel-- > 0" if inner else self.random.choice(["", " && fuel-- > 0"])
        self._loop(f"for (int {index} = 0; {index} < {limit}{supply}; {index}++) {{")
        self.variables.remove(index)

    def _while(self) -> None:
        self._loop(f"while (fuel-- > 0 && ({self._condition()})) {{")

    def _do(self) -> None:
        self._loop("do {", f"}} while (fuel-- > 0 && ({self._condition()}));")

    def _try(self) -> None:
        caught = self.random.sample(range(len(EXCEPTIONS)), self.random.choice([0, 1, 1, 2]))
        # A supertype must be caught after its subtypes. In EXCEPTIONS, only Blue comes after its
        # supertype, Red. So Blue is left out if Red is caught.
        names = [EXCEPTIONS[i] for i in sorted(caught)]
        if "Main.Red" in names and "Main.Blue" in names:
            names.remove("Main.Blue")
        with_finally = not names or self.random.random() < 0.3
        self._open("try {")
        self._danger()
        self._block()
        for name in names:
            self._close(f"}} catch ({name} e{self.indent}) {{")
            self.indent += 1
            self._block()
        if with_finally:
            self._close("} finally {")
            self.indent += 1
            self._block()
        self._close()

    def _switch(self) -> None:
        label = self._name("choice")
        subject = self.random.choice(self.variables)
        cases, head = self.random.choice(
            [
                (["0", "1", "2", "3"], f"{subject} & 3"),
                (["0", "5", "100", "-7"], f"({subject} & 1) * 5"),
                (['"Aa"', '"BB"', '"tree"'], f"WORDS[({subject} & 15) % 5]"),
            ]
        )
        self._open(f"{label}: switch ({head}) {{")
        self.labels.append((label, False))
        for case in [*self.random.sample(cases, self.random.randint(1, len(cases))), ""]:
            self._open(f"case {case}: {{" if case else "default: {")
            self._block()
            self._close(self.random.choice(["}", "} break;"]) if case else "}")
        self.labels.pop()
        self._close()

    def _locked(self) -> None:
        self._open("synchronized (WORDS) {")
        self._block()
        self._close()


def random_program(seed: int) -> str:
    """Returns the source of class Main for one seed."""
    return _Generator(seed).program()
