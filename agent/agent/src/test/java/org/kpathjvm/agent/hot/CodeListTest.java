package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.agent.hot.Compilation.Kind;

/**
 * Tests the parser of the JVM's lists of compiled code. The lines are like those that JDK 17 and 25
 * print.
 */
class CodeListTest {
  private static final String ADDRESSES =
      " [0x00007f694cec7810, 0x00007f694cec79a0 - 0x00007f694cec7bf8]";

  private static Map<String, Kind> parse(String... lines) {
    Map<String, Kind> found = new LinkedHashMap<>();
    for (Compilation one : CodeList.parse(String.join("\n", lines) + "\n")) {
      found.put(one.method, one.kind);
    }
    return found;
  }

  @Test
  void onlyCodeInUseCounts() {
    assertEquals(
        Map.of(
            "T::kernel", Kind.FOUND_OPTIMISED,
            "java.lang.String::hashCode", Kind.FOUND_BASIC),
        parse(
            "4 0 0 jdk.internal.misc.Unsafe.getReferenceVolatile(Ljava/lang/Object;J)"
                + "Ljava/lang/Object; [0x00007f694cec7010, 0x00007f694cec71c0 - 0x00007f694cec7430]",
            "9 4 0 T.kernel([II)I [0x00007f694cec7810, 0x00007f694cec79a0 - 0x00007f694cec7bf8]",
            "12 4 0 T.kernel([II)I [0x00007f694cec8190, 0x00007f694cec8320 - 0x00007f694cec8518]",
            "2 3 0 java.lang.String.hashCode()I [0x00007f6945400390, 0x00007f6945400560 -"
                + " 0x00007f6945400890]",
            "5 3 2 T.kernel([II)I [0x00007f6945400d10, 0x00007f6945400ec0 - 0x00007f6945401130]",
            "6 3 2 T.kernel([II)I [0x00007f6945401290, 0x00007f6945401440 - 0x00007f6945401670]"));
  }

  @Test
  void codeOfBothCompilersShowsThatTheMethodLoops() {
    assertEquals(
        Map.of("T::main", Kind.FOUND_IN_LOOP),
        parse(
            "19 4 0 T.main([Ljava/lang/String;)V [0x00007fc7abec8b08, 0x00007fc7abec8c00 -"
                + " 0x00007fc7abec8f88]",
            "17 3 1 T.main([Ljava/lang/String;)V [0x00007fc7a4400c88, 0x00007fc7a4400d80 -"
                + " 0x00007fc7a4401308]",
            "18 3 0 T.main([Ljava/lang/String;)V [0x00007fc7a4401388, 0x00007fc7a4401480 -"
                + " 0x00007fc7a4401940]"));
  }

  @Test
  void overloadsAreDistinguished() {
    Map<String, Kind> found =
        parse("1 4 0 a.B.run(I)V" + ADDRESSES, "2 3 0 a.B.run(J)V" + ADDRESSES);
    // Both overloads have the same name, so the map keeps only the second one, which is less hot.
    // The list below keeps both.
    assertEquals(Map.of("a.B::run", Kind.FOUND_BASIC), found);
    assertEquals(
        2,
        CodeList.parse("1 4 0 a.B.run(I)V" + ADDRESSES + "\n2 3 0 a.B.run(J)V" + ADDRESSES).size());
  }

  @Test
  void methodNamesMayHaveBlanksAndParentheses() {
    assertEquals(
        Map.of(
            "a.B$C::a name (of Kotlin)", Kind.FOUND_OPTIMISED,
            "a.B::<init>", Kind.FOUND_OPTIMISED,
            "a.B::arrays", Kind.FOUND_OPTIMISED),
        parse(
            "1 4 0 a.B$C.a name (of Kotlin)(Ljava/lang/String;[[J)V" + ADDRESSES,
            "2 4 0 a.B.<init>()V" + ADDRESSES,
            "3 4 0 a.B.arrays([[La/B;Z)[Ljava/util/Map$Entry;" + ADDRESSES));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "15444:",
        "4 4 1 a.B.run()V" + ADDRESSES,
        "4 4 2 a.B.run()V" + ADDRESSES,
        "4 4 -1 a.B.run()V" + ADDRESSES,
        "4 5 0 a.B.run()V" + ADDRESSES,
        "4  4 0 a.B.run()V" + ADDRESSES,
        "4 4 0 a.B.run()V",
        "4 4 0 a.B.run()V" + ADDRESSES + "]",
        "4 4 0 a.B.run()V [1]",
        "4 4 0 a.B.run(V)V" + ADDRESSES,
        "4 4 0 a.B.run(L;)V" + ADDRESSES,
        "4 4 0 a.B.run(La/B)V" + ADDRESSES,
        "4 4 0 a.B.run([)V" + ADDRESSES,
        "4 4 0 a.B.run()" + ADDRESSES,
        "4 4 0 a.B.run()VV" + ADDRESSES,
        "4 4 0 a.B.run" + ADDRESSES,
        "4 4 0 a.B.()V" + ADDRESSES,
        "4 4 0 a.B/run()V" + ADDRESSES,
        "4 4 0 run()V" + ADDRESSES,
        "4 1 0 a.B.size()I" + ADDRESSES,
        "4 0 0 java.lang.Object.hashCode()I" + ADDRESSES,
        "java.lang.IllegalArgumentException: Unknown diagnostic command",
      })
  void otherLinesAreIgnored(String line) {
    assertEquals(Map.of(), parse(line));
  }
}
