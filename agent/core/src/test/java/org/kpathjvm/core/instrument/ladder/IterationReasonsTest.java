package org.kpathjvm.core.instrument.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.branches;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.instrument;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.manyExits;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.iterations.IterationOptions;
import org.kpathjvm.core.instrument.iterations.IterationScheme;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.IterationPaths;
import org.kpathjvm.core.instrument.oracle.RecordingProbes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests the reason that is given when a method's paths have fewer iterations than asked for. */
class IterationReasonsTest implements Opcodes {
  private static final int K = 6;

  private static InstrumentOptions options(int maxPaths, int most) {
    return new InstrumentOptions(CutMode.BACK_EDGE, maxPaths)
        .withScheme(
            new IterationScheme(new IterationOptions(K, 6_000, most, List.of())),
            RecordingProbes.INTERNAL_NAME);
  }

  private static MethodRecord record(Consumer<MethodVisitor> f, InstrumentOptions options) {
    return instrument(new GeneratedClass().f(f).bytes(), options).methods().get(0);
  }

  private static MethodIterations iterations(MethodRecord record) {
    return IterationPaths.of(record.plan);
  }

  /** Emits a loop around two branches, so there are four ways through the loop's body. */
  private static void fourWays(MethodVisitor m) {
    branches(m, 2, false);
  }

  /** Emits {@code throwIfEqual(n, 3); return n;} and a handler that tries again with n + 1. */
  private static void retries(MethodVisitor m) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    m.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
    m.visitLabel(start);
    throwIf(m, 0, 3);
    returnBoxed(m, 0);
    m.visitLabel(end);
    m.visitLabel(handler);
    m.visitInsn(POP);
    m.visitIincInsn(0, 1);
    m.visitJumpInsn(GOTO, start);
  }

  @Test
  void noReasonIsGivenIfAllIterationsFit() {
    MethodRecord record = record(IterationReasonsTest::fourWays, options(4096, 60_000));
    assertEquals(Rung.FULL, record.plan.rung);
    assertNull(record.reason());
    assertEquals(K, iterations(record).longest());
    assertNull(iterations(record).reason);
  }

  /**
   * If only an exception leads back to a loop's header, no path has several iterations of the loop.
   */
  @Test
  void noReasonIsGivenForRetryLoops() {
    MethodRecord record = record(IterationReasonsTest::retries, options(4096, 60_000));
    assertEquals(Rung.FULL, record.plan.rung);
    assertNull(record.reason());
    assertNull(iterations(record));
  }

  @Test
  void tooManyPathsLeaveFewerIterations() {
    int paths =
        iterations(record(IterationReasonsTest::fourWays, options(4096, 60_000)))
            .numbering
            .pathCount();
    MethodIterations fewer =
        iterations(record(IterationReasonsTest::fourWays, options(4096, paths - 1)));
    assertEquals(K - 1, fewer.longest());
    assertEquals("too-many-paths: more than " + (paths - 1) + " with 6 iterations", fewer.reason);
  }

  @Test
  void pathsOfAMethodWithCutsHaveOneIteration() {
    MethodIterations none = iterations(record(IterationReasonsTest::fourWays, options(3, 60_000)));
    assertEquals(1, none.longest());
    assertEquals("cuts: the method has too many paths even with one iteration", none.reason);
  }

  /** The reason states the size that the code would have with one more iteration. */
  @Test
  void tooMuchCodeLeavesFewerIterations() {
    MethodRecord whole = record(IterationReasonsTest::fourWays, options(4096, 60_000));
    int limit = whole.predictedBytes - 1;
    MethodRecord fewer =
        record(IterationReasonsTest::fourWays, options(4096, 60_000).withCodeLimit(limit));
    assertEquals(K - 1, iterations(fewer).longest());
    assertEquals(
        "huge-method: " + whole.predictedBytes + " bytes with probes, but --code-limit is " + limit,
        iterations(fewer).reason);
    // With one iteration fewer the code fits, and the method is recorded in full.
    assertTrue(fewer.predictedBytes <= limit);
    assertNull(fewer.reason());
  }

  /** On a lower rung, the stated reason is the reason why the rung above was rejected. */
  @Test
  void aLowerRungHasTheReasonOfTheRungAbove() {
    Consumer<MethodVisitor> f =
        m -> {
          SmallMethods.countDown(m);
          manyExits(m, 60);
        };
    // The paths have one iteration, because at most one path with several iterations is allowed.
    MethodRecord single = record(f, options(4096, 1));
    assertEquals(Rung.FULL, single.plan.rung, single.reason());
    assertEquals("too-many-paths: more than 1 with 2 iterations", iterations(single).reason);
    // If paths have several iterations, the increments are on other edges. So the code may be
    // smaller than with one iteration.
    int limit = single.predictedBytes;
    MethodRecord lower;
    do {
      limit--;
      lower = record(f, options(4096, 60_000).withCodeLimit(limit));
    } while (lower.plan.rung == Rung.FULL);
    assertEquals(Rung.CHORDS, lower.plan.rung, lower.reason());
    assertEquals(1, iterations(lower).longest());
    assertEquals(
        "huge-method: "
            + single.predictedBytes
            + " bytes with probes, but --code-limit is "
            + limit,
        lower.reason());
    assertEquals(lower.reason(), iterations(lower).reason);
  }

  /**
   * Each iteration of a path needs a local variable. The paths have as many iterations as there is
   * room for.
   */
  @Test
  void tooManyLocalsLeaveFewerIterations() {
    Consumer<MethodVisitor> f =
        m -> {
          Label header = new Label();
          m.visitVarInsn(ILOAD, 0);
          m.visitVarInsn(ISTORE, 65_530);
          m.visitLabel(header);
          m.visitIincInsn(65_530, 1);
          m.visitVarInsn(ILOAD, 65_530);
          m.visitJumpInsn(IFLT, header);
          returnBoxed(m, 65_530);
        };
    MethodRecord record = record(f, options(4096, 60_000));
    assertEquals(Rung.FULL, record.plan.rung, record.reason());
    assertTrue(iterations(record).longest() > 1);
    assertTrue(iterations(record).longest() < K);
    assertEquals(
        "too-many-locals: the method has 65531 local variables, which leaves no room for the probes",
        iterations(record).reason);
  }
}
