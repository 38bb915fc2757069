package org.kpathjvm.core.instrument.paths;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.PathNumbering;

/**
 * Tests which loops are counted loops. All trips around a counted loop take the same way, and the
 * loop calls nothing but a few methods of the JDK.
 */
class CountedLoopsTest {
  private static CountedLoops of(SampleCode sample, CutMode cut, int maxPaths) {
    BackEdges backEdges = BackEdges.of(sample.blocks.graph());
    PathNumbering numbering = PathNumbering.of(sample.blocks.graph(), backEdges, cut, maxPaths);
    return CountedLoops.of(
        new MethodCode(sample.facts, sample.code, sample.blocks, backEdges, numbering));
  }

  private static SampleCode sample(String body) {
    String source =
        "class Sample { int own; static int shared; static int g(int n) { return n; }\n"
            + "int f(int n, int[] a, Object o, String s) { int i = 0; "
            + body
            + " return i; } }";
    return new SampleCode(ClassFiles.compile("Sample", source).get("Sample"), "f");
  }

  private static CountedLoops of(String body) {
    return of(sample(body), CutMode.BACK_EDGE, 4096);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (; i < n; i++) {}",
        "do { i++; } while (i < n);",
        "for (; i < n; i++) { a[i] += own + shared; }",
        "for (; i < s.length(); i++) { own += s.charAt(i) + Math.abs(i); }",
        "while (i < n) { if (a[i] == 3) { break; } i++; }",
        "while (i < n) { if (a[i] == 3) { return 1; } if (o == null) { throw null; } i++; }",
        "try { while (i < n) { i += a[i]; } } catch (RuntimeException e) { i = -1; }",
        "for (int j = 0; j < n; j++) { g(j); for (; i < n; i++) {} }"
      })
  void aLoopWithOneWayAroundIsCounted(String body) {
    assertFalse(of(body).areNone());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "for (; i < n; i++) { g(i); }",
        "for (; i < n; i++) { if (a[i] > 2) { own++; } }",
        "for (; i < n; i++) { if (a[i] > 2) { continue; } own++; }",
        "for (; i < n; i++) { a = new int[i]; o = new Object(); }",
        "for (; i < n; i++) { i += java.util.Locale.LanguageRange.MAX_WEIGHT; o = System.out; }",
        "for (; i < n; i++) { try { i += a[i]; } catch (RuntimeException e) { i++; } }",
        "synchronized (o) { for (; i < n; i++) {} }",
        "for (; i < n; i++) { synchronized (o) { own++; } }",
        "for (; i < n; i++) { o = Integer.valueOf(i); }",
        "for (; i < n; i++) { own += (int) Math.random(); }",
        "for (; i < n; i++) { own += (int) StrictMath.random(); }"
      })
  void loopsWithSeveralWaysOrWithCallsOrMonitorsAreNotCounted(String body) {
    assertTrue(of(body).areNone());
  }

  @ParameterizedTest
  @EnumSource(CutMode.class)
  void edgesEnterContinueAndLeaveALoop(CutMode cut) {
    SampleCode sample = sample("while (i < n) { if (a[i] == 3) { break; } i++; } own++;");
    CountedLoops loops = of(sample, cut, 4096);
    // The blocks are: 0 before the loop, 1 header, 2 the if, 3 break, 4 latch, 5 after the loop.
    CountedLoop loop = loops.endingTrip(4, 1);
    assertArrayEquals(new int[] {1, 2, 4}, loop.blocks);
    assertEquals(1, loop.header);
    assertEquals(4, loop.latch());
    assertNotNull(loops.entered(0, 1));
    assertNull(loops.entered(4, 1));
    assertNull(loops.entered(1, 2));
    assertNull(loops.endingTrip(0, 1));
    assertTrue(loops.isLeft(1, 5));
    assertTrue(loops.isLeft(2, 3));
    assertFalse(loops.isLeft(3, 5));
    assertFalse(loops.isLeft(0, 1));
    assertFalse(loops.isLeft(1, 2));
    assertFalse(loops.isLeft(4, 1));
    assertNull(loops.entered());
  }

  @Test
  void theMethodsEntryMayEnterALoop() {
    String source =
        "class Sample { static int f(int n) { while (n % 7 != 6) { n++; } return n; } }";
    SampleCode sample = new SampleCode(ClassFiles.compile("Sample", source).get("Sample"), "f");
    assertEquals(0, of(sample, CutMode.BACK_EDGE, 4096).entered().header);
  }

  /**
   * If an edge in the loop is cut because there are too many paths, a trip consists of more than
   * one path.
   */
  @Test
  void aTripWithACutIsNotCounted() {
    SampleCode sample = sample("while (i < n) { if (a[i] == 3) { break; } i++; } own++;");
    assertTrue(of(sample, CutMode.BACK_EDGE, 1).areNone());
  }

  @Test
  void withoutCountedLoopsNoEdgeBelongsToOne() {
    assertNull(CountedLoops.none().endingTrip(1, 0));
    assertNull(CountedLoops.none().entered(0, 1));
    assertNull(CountedLoops.none().entered());
    assertFalse(CountedLoops.none().isLeft(0, 1));
  }
}
