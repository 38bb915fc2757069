package org.kpathjvm.core.instrument.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodIds;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.RungRejectedException;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests what probes record on each rung (level of detail), and when a rung is rejected. */
class MethodInstrumenterTest implements Opcodes {
  private static ProbePlan instrument(Schemes probes, Rung rung, SampleCode sample)
      throws RungRejectedException {
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(probes.scheme(), "P");
    ProbePlan plan =
        new MethodInstrumenter(sample.facts, options, Map.of())
            .plan(sample.facts.methods.get(0), rung, probes.scheme(), true, new MethodIds(id -> 1));
    plan.insert();
    return plan;
  }

  private static Set<Counter> counters(SampleCode sample) throws RungRejectedException {
    return instrument(Schemes.STREAM, Rung.FULL, sample).counters().keySet();
  }

  private static Set<Counter> counters(Consumer<MethodVisitor> f) throws RungRejectedException {
    return counters(SampleCode.f(f));
  }

  @Test
  void aMethodThatCannotThrowHasNoCounters() throws Exception {
    assertEquals(Set.of(), counters(SmallMethods::returnsNull));
  }

  @Test
  void aMethodWithALoopThatCannotThrowCountsItsEntries() throws Exception {
    assertEquals(Set.of(Counter.ENTRIES), counters(SmallMethods::loop));
  }

  /**
   * Without loops and calls, an activation lasts only nanoseconds, so none is assumed to be under
   * way when a recording ends. If no path ends at an athrow, each entry then leads to a complete
   * path or to an escape (an exception that leaves the method), but not to both.
   */
  @Test
  void aMethodWithoutLoopsAndCallsCountsNoEntries() throws Exception {
    assertEquals(Set.of(Counter.ESCAPES), counters(m -> divide(m, 0)));
    assertEquals(
        EnumSet.of(Counter.HANDLERS, Counter.ESCAPES), counters(SmallMethods::catchOfDivision));
  }

  private static void divide(MethodVisitor m, int local) {
    SmallMethods.divide(m, local);
    SmallMethods.returnsNull(m);
  }

  @Test
  void aMethodWithACallCountsItsEntries() throws Exception {
    assertEquals(EnumSet.of(Counter.ENTRIES), counters(m -> GeneratedClass.returnBoxed(m, 0)));
  }

  /**
   * Escapes are counted, too, because an activation's sequence of paths has to be closed where an
   * exception leaves the method.
   */
  @Test
  void aLoopThatMayThrowCountsEntriesAndEscapes() throws Exception {
    assertEquals(
        EnumSet.of(Counter.ENTRIES, Counter.ESCAPES), counters(SmallMethods::loopThenThrow));
  }

  @Test
  void dispatchesToTheMethodsOwnHandlersAreCounted() throws Exception {
    assertTrue(counters(SmallMethods::tryCatch).contains(Counter.HANDLERS));
  }

  private static Set<Counter> ofConstructor(String superclass, Consumer<MethodVisitor> first)
      throws RungRejectedException {
    return counters(
        SampleCode.constructor(
            "()V",
            m -> {
              first.accept(m);
              m.visitVarInsn(ALOAD, 0);
              m.visitMethodInsn(INVOKESPECIAL, superclass, "<init>", "()V", false);
              m.visitInsn(RETURN);
            }));
  }

  @Test
  void aConstructorWithALoopCountsTheCallOfSuper() throws Exception {
    assertEquals(
        EnumSet.of(Counter.ENTRIES, Counter.SUPER_CALLS, Counter.SUPER_RETURNS),
        ofConstructor("Other", MethodInstrumenterTest::countToFive));
    assertEquals(Set.of(Counter.ENTRIES), ofConstructor("Other", m -> {}));
    assertEquals(Set.of(), ofConstructor("java/lang/Object", m -> {}));
  }

  private static void countToFive(MethodVisitor m) {
    Label header = new Label();
    m.visitInsn(ICONST_0);
    m.visitVarInsn(ISTORE, 1);
    m.visitLabel(header);
    m.visitIincInsn(1, 1);
    m.visitVarInsn(ILOAD, 1);
    m.visitInsn(ICONST_5);
    m.visitJumpInsn(IF_ICMPLT, header);
  }

  /** An access to a field of {@code this} can't throw. */
  @Test
  void anAccessToAFieldOfThisNeedsNoCounters() throws Exception {
    SampleCode own =
        SampleCode.of(
            ACC_PUBLIC,
            "g",
            "()I",
            m -> {
              m.visitVarInsn(ALOAD, 0);
              m.visitFieldInsn(GETFIELD, GeneratedClass.NAME, "own", "I");
              m.visitInsn(IRETURN);
            });
    assertEquals(Set.of(), counters(own));
  }

  @Test
  void schemesThatIgnoreExceptionsDoNotCountThem() throws Exception {
    SampleCode sample = SampleCode.f(SmallMethods::tryCatch);
    assertEquals(Set.of(), instrument(Schemes.PATHS, Rung.FULL, sample).counters().keySet());
    SampleCode again = SampleCode.f(SmallMethods::tryCatch);
    assertEquals(
        Set.of(Counter.ENTRIES), instrument(Schemes.EDGES, Rung.FULL, again).counters().keySet());
  }

  @ParameterizedTest
  @EnumSource(Schemes.class)
  void onTheLastRungOnlyEntriesAreCounted(Schemes probes) throws Exception {
    ProbePlan plan = instrument(probes, Rung.ENTRY, SampleCode.f(SmallMethods::loop));
    assertEquals("entry", plan.mode);
    assertEquals(Set.of(Counter.ENTRIES), plan.counters().keySet());
  }

  /**
   * On the rung {@code cuts}, up to 2^16 paths may begin at a block, whatever the options allow.
   * Many paths take less code than many cuts.
   */
  @Test
  void manyPathsAreKeptOnTheRungOfCuts() throws Exception {
    MethodPlan plan = cuts(m -> branches(m, 16));
    assertEquals(0, plan.code.numbering.extraCuts().size());
    assertEquals(1 << 16, plan.pathCount());
  }

  /**
   * From the first branch, 2^16 paths go one way and 20 go the other way. Both edges are cut,
   * although it would be enough to cut the edge with more paths.
   */
  @Test
  void bothEdgesAreCutIfBothHaveManyPaths() throws Exception {
    MethodPlan plan =
        cuts(
            m -> {
              Label other = new Label();
              m.visitVarInsn(ILOAD, 0);
              m.visitJumpInsn(IFEQ, other);
              branches(m, 16);
              m.visitLabel(other);
              Label[] exits = new Label[20];
              Arrays.setAll(exits, i -> new Label());
              m.visitVarInsn(ILOAD, 0);
              m.visitTableSwitchInsn(1, 20, exits[0], exits);
              for (Label exit : exits) {
                m.visitLabel(exit);
                SmallMethods.returnsNull(m);
              }
            });
    assertEquals(2, plan.code.numbering.extraCuts().size());
  }

  private static MethodPlan cuts(Consumer<MethodVisitor> f) throws RungRejectedException {
    return (MethodPlan) instrument(Schemes.STREAM, Rung.CUTS, SampleCode.f(f));
  }

  private static void branches(MethodVisitor m, int count) {
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitJumpInsn(IFEQ, next);
      m.visitIincInsn(0, 1);
      m.visitLabel(next);
    }
    SmallMethods.returnsNull(m);
  }

  private static RungRejectedException refused(SampleCode sample) {
    return assertThrows(
        RungRejectedException.class, () -> instrument(Schemes.STREAM, Rung.FULL, sample));
  }

  @Test
  void withoutRoomForLocalsTheRungIsRefused() {
    SampleCode sample = SampleCode.f(SmallMethods::loop);
    sample.code.method.maxLocals = 65_534;
    assertEquals(
        "too-many-locals: the method has 65534 local variables, which leaves no room for the probes",
        refused(sample).getMessage());
  }

  @Test
  void withoutRoomOnTheStackTheRungIsRefused() {
    SampleCode sample = SampleCode.f(SmallMethods::loop);
    sample.code.method.maxStack = 65_533;
    assertEquals(
        "too-deep-stack: the method uses 65533 slots, which leaves no room for the probes",
        refused(sample).getMessage());
  }

  @Test
  void withoutIdsTheRungIsRefused() {
    SampleCode sample = SampleCode.f(SmallMethods::loop);
    MethodInstrumenter instrumenter =
        new MethodInstrumenter(sample.facts, new InstrumentOptions(CutMode.BACK_EDGE, 9), Map.of());
    RungRejectedException refused =
        assertThrows(
            RungRejectedException.class,
            () ->
                instrumenter.plan(
                    sample.facts.methods.get(0),
                    Rung.FULL,
                    Schemes.STREAM.scheme(),
                    true,
                    new MethodIds(count -> -1)));
    assertEquals("ids-exhausted: no ids are left for its 4 paths", refused.getMessage());
  }
}
