package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.programs.Constructors;
import org.kpathjvm.core.instrument.programs.Hammocks;
import org.kpathjvm.core.instrument.programs.Handlers;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.instrument.programs.Monitors;
import org.kpathjvm.core.instrument.programs.Retries;
import org.kpathjvm.core.instrument.programs.Switches;
import org.kpathjvm.core.instrument.programs.Throwing;
import org.kpathjvm.core.instrument.programs.Trips;
import org.kpathjvm.core.numbering.CutMode;

/**
 * Tests that instrumentation doesn't change the results of compiled programs, and that the recorded
 * paths are exactly those of an instruction trace.
 */
class ProgramsTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        Loops.class,
        Hammocks.class,
        Handlers.class,
        Retries.class,
        Monitors.class,
        Constructors.class,
        Switches.class,
        Trips.class,
        Throwing.class
      })
  void pathsAreThoseOfTheTrace(Class<?> program) throws Exception {
    Differential.checkAll(ClassFiles.of(program), program.getName());
  }

  /**
   * The probes count the trips of the program's loops. Some loops make more trips than one count
   * can hold, so several counts are written. A trace of so many trips would be too long. Therefore,
   * the recorded paths are compared with those of a run that doesn't pack paths.
   */
  @ParameterizedTest
  @EnumSource(CutMode.class)
  void manyTripsAreCounted(CutMode cut) throws Exception {
    String source =
        "class Many { static String run() { String s = \"\";\n"
            + "for (int n : new int[] {32766, 32767, 32768, 70000}) { s += f(n, new int[n - 1]); }\n"
            + "return s; }\n"
            + "static int f(int n, int[] a) { int sum = n % 3; if (n > 32766) { sum++; }\n"
            + "for (int i = 0; i < n; i++) { sum += i; }\n"
            + "try { for (int i = 0; i < n; i++) { sum += a[i]; } }\n"
            + "catch (ArrayIndexOutOfBoundsException e) { sum--; }\n"
            + "for (int i = 0; i < 5; i++) { sum ^= i; } return sum; } }";
    Map<String, byte[]> classes = ClassFiles.compile("Many", source);
    Differential counted = new Differential(classes, "Many", cut, 4096);
    String result = counted.runInstrumented();
    assertTrue(counted.records.get("Many.f(I[I)I").plan.repeatedPaths().length > 0);
    Map<String, Map<String, Long>> sequences = counted.recordedSequences();
    Differential plain = new Differential(classes, "Many", cut, 4096).withoutPacking();
    assertEquals(plain.runInstrumented(), result);
    assertEquals(plain.recordedSequences(), sequences);
    assertEquals(plain.runPlain(), result);
  }

  @Test
  void localsMayNeedWideInstructions() throws Exception {
    StringBuilder source =
        new StringBuilder("class Wide { static String run() { return f(3) + \" \" + f(400); }\n");
    source.append("static double f(int n) { double d = 0;\n");
    for (int i = 0; i < 150; i++) {
      source.append("long a").append(i).append(" = n + ").append(i).append("; ");
    }
    source.append(
        "for (int i = 0; i < n; i++) { if (i % 7 == 2) { d += a1; } else { d -= a149; } }\n");
    source.append(
        "try { d += new int[] {1, 2, 3}[n]; } catch (ArrayIndexOutOfBoundsException e) { d++; }\n");
    source.append("return d; } }");
    Differential.checkAll(ClassFiles.compile("Wide", source.toString()), "Wide");
  }

  /** The increments of the path register in this switch are too large for an iinc. */
  @Test
  void incrementsMayBeLarge() throws Exception {
    StringBuilder source =
        new StringBuilder("class Large { static String run() { String s = \"\";\n");
    source.append("for (int i = 0; i < 300; i += 13) { s += f(i) + \" \"; } return s; }\n");
    source.append("static int f(int n) { int r = 0; switch (n) {\n");
    for (int i = 0; i < 300; i++) {
      source.append("case ").append(i).append(": r += ").append(i * i % 17).append("; break;\n");
    }
    source.append("default: r = 1; }\n");
    for (int bit = 0; bit < 9; bit++) {
      source.append("if ((n & ").append(1 << bit).append(") != 0) { r += 3; }\n");
    }
    source.append("return r; } }");
    new Differential(
            ClassFiles.compile("Large", source.toString()), "Large", CutMode.BACK_EDGE, 1_000_000)
        .check();
  }

  @Test
  void programsMayHaveRecordsAndPatterns() throws Exception {
    Assumptions.assumeTrue(Runtime.version().feature() >= 17);
    String source =
        "class Records { record Point(int x, long y) { Point { if (x > 3) throw new IllegalArgumentException(); } }\n"
            + "sealed interface S permits A, B {} record A(int v) implements S {} record B() implements S {}\n"
            + "static String of(Object o) { return o instanceof Point p && p.x() > 1 ? p.toString() : \"no\"; }\n"
            + "static int kind(int n) { return switch (n) { case 0, 1 -> 5; case 2 -> { int k = n; while (k < 9) k *= 2;\n"
            + "yield k; } default -> -1; }; }\n"
            + "static String run() { String s = \"\"; for (int i = 0; i < 6; i++) { try {\n"
            + "s += of(new Point(i, 2L)) + new Point(i, 3).equals(new Point(i, 3)) + kind(i) + new A(i).hashCode();\n"
            + "} catch (IllegalArgumentException e) { s += \"!\"; } } return s; } }";
    Differential.checkAll(ClassFiles.compile("Records", source), "Records");
  }

  @Test
  void switchesMayHavePatterns() throws Exception {
    Assumptions.assumeTrue(Runtime.version().feature() >= 21);
    String source =
        "class Patterns { sealed interface S permits A, B {} record A(int v) implements S {}\n"
            + "record B(Object o) implements S {}\n"
            + "static int of(Object o) { return switch (o) { case null -> 0; case A(int v) when v > 2 -> v;\n"
            + "case A a -> -1; case B(String s) -> s.length(); case B b -> 7; case Integer i -> i;\n"
            + "default -> 99; }; }\n"
            + "static String run() { String s = \"\"; Object[] all = {null, new A(1), new A(5), new B(\"xyz\"),\n"
            + "new B(1), 6, \"t\"}; for (Object o : all) { s += of(o) + \" \"; } return s; } }";
    Differential.checkAll(ClassFiles.compile("Patterns", source), "Patterns");
  }
}
