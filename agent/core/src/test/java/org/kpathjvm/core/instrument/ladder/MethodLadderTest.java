package org.kpathjvm.core.instrument.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.branches;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.instrument;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.manyExits;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.options;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.record;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InliningLimits;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Json;
import org.kpathjvm.core.instrument.oracle.RecordingProbes;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.programs.Driver;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests on which rung a method is recorded, and that the recorded data is exact. On a lower rung,
 * less of the method is recorded, but the probes take less code.
 */
class MethodLadderTest implements Opcodes {
  private static final String KEY = "Generated.f(I)Ljava/lang/Object;";

  @Test
  void theHighestFittingRungIsTaken() {
    Consumer<MethodVisitor> f = m -> manyExits(m, 60);
    MethodRecord full = record(f, 4096, 8000);
    assertEquals(Rung.FULL, full.plan.rung);
    assertNull(full.reason());
    MethodRecord chords = record(f, 4096, full.predictedBytes - 1);
    assertEquals(Rung.CHORDS, chords.plan.rung);
    assertTrue(chords.reason().startsWith("huge-method: " + full.predictedBytes + " bytes"));
    MethodRecord entry = record(f, 4096, full.originalBytes + 6);
    assertEquals(Rung.ENTRY, entry.plan.rung);
    assertEquals(full.originalBytes + 6, entry.predictedBytes);
    List<SkippedMethod> none =
        instrument(new GeneratedClass().f(f).bytes(), options(4096, full.originalBytes + 5))
            .skipped();
    assertTrue(none.get(0).reason.startsWith("huge-method: "), none.get(0).reason);
    // A method that exceeds the limit even without probes loses nothing by growing.
    assertEquals(Rung.FULL, record(f, 4096, full.originalBytes - 1).plan.rung);
  }

  /**
   * If the probes would make a method too large for the JVM to inline, the method gets a smaller
   * form of the probes.
   */
  @Test
  void aFormWithinTheInliningLimitIsPreferred() {
    Consumer<MethodVisitor> f =
        m -> {
          for (int loop = 0; loop < 3; loop++) {
            SmallMethods.countTo(m, ShortLoops.MOST_ITERATIONS);
          }
          returnBoxed(m, 0);
        };
    byte[] bytes = new GeneratedClass().f(f).bytes();
    MethodRecord counted = record(f, 4096, 8000);
    assertTrue(counted.plan.repeatedPaths().length > 0);
    MethodRecord packed = within(bytes, counted.predictedBytes - 1);
    assertEquals(0, packed.plan.repeatedPaths().length);
    assertTrue(packed.plan.heldPaths() > 0);
    assertEquals(Rung.FULL, packed.plan.rung);
    assertNull(packed.reason(), "the smaller form records as much");
    MethodRecord unpacked = within(bytes, packed.predictedBytes - 1);
    assertEquals(0, unpacked.plan.heldPaths());
    // If no form is within the limit, the method loses nothing by taking the first form.
    assertTrue(within(bytes, unpacked.predictedBytes - 1).plan.repeatedPaths().length > 0);
    // A method that exceeds the limit even without probes has nothing to lose, either.
    assertTrue(within(bytes, counted.originalBytes - 1).plan.repeatedPaths().length > 0);
  }

  @Test
  void nestedLoopsTakeTheFirstFormDespiteTheLimits() {
    assertTakesTheFirstForm(
        m -> {
          Label header = new Label();
          m.visitLabel(header);
          m.visitIincInsn(0, -1);
          SmallMethods.countTo(m, 1);
          m.visitVarInsn(Opcodes.ILOAD, 0);
          m.visitJumpInsn(Opcodes.IFGT, header);
          returnBoxed(m, 0);
        });
  }

  @Test
  void loopsThatAreNotShortTakeTheFirstFormDespiteTheLimits() {
    assertTakesTheFirstForm(
        m -> {
          SmallMethods.countTo(m, 1);
          SmallMethods.countTo(m, ShortLoops.MOST_ITERATIONS + 1);
          returnBoxed(m, 0);
        });
    assertTakesTheFirstForm(
        m -> {
          SmallMethods.countDown(m);
          returnBoxed(m, 0);
        });
  }

  private static void assertTakesTheFirstForm(Consumer<MethodVisitor> f) {
    MethodRecord counted = record(f, 4096, 8000);
    assertTrue(counted.plan.repeatedPaths().length > 0);
    byte[] bytes = new GeneratedClass().f(f).bytes();
    MethodRecord larger = within(bytes, counted.predictedBytes - 1);
    assertTrue(larger.plan.repeatedPaths().length > 0);
    assertEquals(counted.predictedBytes, larger.predictedBytes);
  }

  private static MethodRecord within(byte[] bytes, int limit) {
    InstrumentOptions options =
        options(4096, 8000).withInliningLimits(new InliningLimits(limit, 10_000));
    return instrument(bytes, options).methods().stream()
        .filter(record -> record.key().equals(KEY))
        .findFirst()
        .orElseThrow();
  }

  /**
   * If the code is too large, counted loops are given up first. Only if that isn't enough, packing
   * is given up, too.
   */
  @Test
  void countedLoopsAreGivenUpToSaveCode() {
    Consumer<MethodVisitor> f =
        m -> {
          for (int loop = 0; loop < 20; loop++) {
            SmallMethods.countDown(m);
          }
          returnBoxed(m, 0);
        };
    MethodRecord counted = record(f, 4096, 8000);
    assertTrue(counted.plan.repeatedPaths().length > 0);
    MethodRecord packed = record(f, 4096, counted.predictedBytes - 1);
    assertEquals(Rung.FULL, packed.plan.rung);
    assertNull(packed.reason());
    assertEquals(0, packed.plan.repeatedPaths().length);
    assertTrue(packed.plan.heldPaths() > 0);
    MethodRecord unpacked = record(f, 4096, packed.predictedBytes - 1);
    assertEquals(0, unpacked.plan.heldPaths());
  }

  /**
   * A row of branches could get a cut edge at each branch. It takes less code to cut all edges of a
   * few blocks instead.
   */
  @Test
  void cuttingFewBlocksSavesCode() throws Exception {
    Consumer<MethodVisitor> f = m -> branches(m, 60, true);
    byte[] original = new GeneratedClass().f(f).bytes();
    InstrumentOptions smallest =
        options(16, 65_535)
            .from(Rung.CUTS)
            .withScheme(new StreamScheme(false), RecordingProbes.INTERNAL_NAME);
    int bytes = instrument(original, smallest).methods().get(0).predictedBytes;
    MethodRecord cuts = record(f, 16, bytes);
    assertEquals(Rung.CUTS, cuts.plan.rung);
    assertTrue(Records.plan(cuts).code.numbering.extraCuts().size() > 2);
    GeneratedClass generated = new GeneratedClass().f(f);
    Differential.checkAll(generated.program(), Driver.class.getName());
  }

  @Test
  void manyExitsAreRecordedOnEachRung() throws Exception {
    GeneratedClass generated = new GeneratedClass().f(m -> manyExits(m, 30));
    Differential.checkAll(generated.program(), Driver.class.getName());
  }

  /** The method has 2^70 paths and a loop. */
  @Test
  void thereMayBeMorePathsThanAnyIntegerTypeCanCount() throws Exception {
    GeneratedClass generated = new GeneratedClass().f(m -> branches(m, 70, false));
    Differential.checkAll(generated.program(), Driver.class.getName());
  }

  /**
   * There are 2^24 paths from each of 200 handlers. Together, these are more paths than a method
   * may have ({@code PathNumbering.PATH_LIMIT}), so the method is recorded on a lower rung.
   */
  @Test
  void aMethodWithTooManyPathsGetsALowerRung() {
    Consumer<MethodVisitor> f =
        m -> {
          Label joined = new Label();
          for (int i = 0; i < 200; i++) {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            m.visitTryCatchBlock(start, end, handler, null);
            m.visitLabel(start);
            throwIf(m, 0, i);
            m.visitLabel(end);
            Label on = new Label();
            m.visitJumpInsn(GOTO, on);
            m.visitLabel(handler);
            m.visitInsn(POP);
            m.visitJumpInsn(GOTO, joined);
            m.visitLabel(on);
          }
          m.visitLabel(joined);
          branches(m, 23, false);
        };
    MethodRecord record = record(f, 1 << 24, 65_535);
    assertEquals(Rung.CUTS, record.plan.rung);
    assertTrue(record.reason().startsWith("too-many-paths: "), record.reason());
  }

  @Test
  void theRecordListsTheRejectedRungs() {
    MethodRecord full = record(m -> manyExits(m, 60), 4096, 8000);
    MethodRecord entry = record(m -> manyExits(m, 60), 4096, full.originalBytes + 6);
    Map<?, ?> json = (Map<?, ?>) Json.parse(Records.line(entry));
    assertEquals("entry", json.get("mode"));
    assertEquals("entry", json.get("rung"));
    assertEquals(0L, json.get("paths"));
    assertEquals(List.of(), json.get("blocks"));
    assertEquals(Map.of("entries", (long) entry.plan.firstId()), json.get("counters"));
    List<?> rejected = (List<?>) json.get("rejected");
    assertEquals(
        List.of("full", "chords", "cuts"),
        rejected.stream().map(one -> ((List<?>) one).get(0)).collect(Collectors.toList()));
    assertEquals((long) full.predictedBytes, ((List<?>) rejected.get(0)).get(1));
    assertEquals(((List<?>) rejected.get(0)).get(2), json.get("reason"));
    assertEquals("full", ((Map<?, ?>) Json.parse(Records.line(full))).get("rung"));
  }

  @Test
  void entriesAreCountedIfALoopStartsAtOffset0() throws Exception {
    GeneratedClass generated =
        new GeneratedClass()
            .f(
                m -> {
                  Label header = new Label();
                  m.visitLabel(header);
                  m.visitIincInsn(0, 1);
                  m.visitVarInsn(ILOAD, 0);
                  m.visitIntInsn(BIPUSH, 9);
                  m.visitJumpInsn(IF_ICMPLT, header);
                  returnBoxed(m, 0);
                });
    Differential program =
        new Differential(generated.program(), Driver.class.getName(), CutMode.BACK_EDGE, 16)
            .from(Rung.ENTRY)
            .check();
    assertEquals(Rung.ENTRY, program.records.get(KEY).plan.rung);
  }
}
