package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.kpathjvm.core.instrument.oracle.RecordingProbes;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.programs.Driver;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests that a method that exceeds a limit is recorded in less detail or left out, that a reason is
 * given, and that other methods aren't affected.
 */
class LimitsTest implements Opcodes {
  private static final InstrumentOptions OPTIONS =
      new InstrumentOptions(CutMode.BACK_EDGE, 4096)
          .withScheme(Schemes.STREAM.scheme(), RecordingProbes.INTERNAL_NAME);

  private static InstrumentedClass instrument(byte[] original) {
    int[] next = {100_000};
    return new ClassInstrumenter()
        .instrument(original, "app", OPTIONS, count -> (next[0] += count) - count);
  }

  private static List<String> reasons(InstrumentedClass result) {
    return result.skipped().stream().map(skipped -> skipped.reason).collect(Collectors.toList());
  }

  /**
   * Emits a loop around {@code count} branches. Each branch takes 8 bytes, including the
   * instruction that it may skip.
   */
  private static void branchesInLoop(MethodVisitor m, int count) {
    Label header = new Label();
    for (int local = 1; local <= 2; local++) {
      m.visitInsn(ICONST_0);
      m.visitVarInsn(ISTORE, local);
    }
    m.visitLabel(header);
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitInsn(ICONST_3);
      m.visitJumpInsn(IF_ICMPLT, next);
      m.visitIincInsn(1, -1);
      m.visitLabel(next);
    }
    m.visitIincInsn(2, 3);
    m.visitVarInsn(ILOAD, 2);
    m.visitIntInsn(BIPUSH, 9);
    // A conditional branch has an offset of 16 bits, which may be too few to reach the header. So
    // the jump to the header is a goto, which ASM can write as a goto_w.
    Label out = new Label();
    m.visitJumpInsn(IF_ICMPGE, out);
    m.visitJumpInsn(GOTO, header);
    m.visitLabel(out);
    returnBoxed(m, 1);
  }

  @Test
  void probesMayMakeABranchTooLongFor16Bits() throws Exception {
    GeneratedClass generated = new GeneratedClass().f(m -> branchesInLoop(m, 3700));
    Map<String, byte[]> program = generated.program();
    Differential done = new Differential(program, Driver.class.getName(), CutMode.BACK_EDGE, 64);
    assertEquals(done.runPlain(), done.runInstrumented());
    MethodRecord record = done.records.get("Generated.f(I)Ljava/lang/Object;");
    assertTrue(
        record.originalBytes < 32_768 && record.instrumentedBytes > 32_768, record.toString());
    assertNotEquals(Map.of(), done.recordedSequences());
  }

  @Test
  void onlyEntriesOfATooLargeMethodAreCounted() {
    byte[] original =
        new GeneratedClass()
            .f(m -> branchesInLoop(m, 7000))
            .method(ACC_STATIC, "small", "(I)Ljava/lang/Object;", m -> returnBoxed(m, 0))
            .bytes();
    InstrumentedClass result = instrument(original);
    assertEquals(List.of(), result.skipped());
    MethodRecord large = result.methods().get(0);
    assertEquals(Rung.ENTRY, large.plan.rung);
    assertTrue(large.reason().startsWith("too-large: "), large.reason());
    assertEquals(large.originalBytes + 6, large.predictedBytes);
    assertTrue(large.instrumentedBytes <= large.predictedBytes);
    assertEquals(Rung.FULL, result.methods().get(1).plan.rung);
  }

  /** The method is so large that there isn't even room for code that counts its entries. */
  @Test
  void aMethodWithoutRoomIsLeftOut() {
    byte[] original =
        new GeneratedClass()
            .f(
                m -> {
                  for (int i = 0; i < 65_530; i++) {
                    m.visitInsn(NOP);
                  }
                  returnBoxed(m, 0);
                })
            .method(ACC_STATIC, "small", "(I)Ljava/lang/Object;", m -> returnBoxed(m, 0))
            .bytes();
    InstrumentedClass result = instrument(original);
    assertEquals(
        List.of("small"),
        result.methods().stream()
            .map(record -> record.plan.method.name)
            .collect(Collectors.toList()));
    assertTrue(result.skipped().get(0).method.startsWith("f("));
    assertTrue(reasons(result).get(0).startsWith("too-large: "), reasons(result).get(0));
    String key = "f(I)Ljava/lang/Object;";
    assertEquals(65_535, RawCode.of(original).get(key).size());
    assertArrayEquals(
        RawCode.of(original).get(key).code.array(),
        RawCode.of(result.bytes()).get(key).code.array());
  }

  @Test
  void aTooLargeClassIsNotChanged() {
    GeneratedClass generated = new GeneratedClass(V11, ClassWriter.COMPUTE_FRAMES);
    for (int i = 0; i < 65_515; i++) {
      generated.constant("s" + i);
    }
    byte[] original = generated.f(m -> returnBoxed(m, 0)).bytes();
    InstrumentedClass result = instrument(original);
    assertNull(result.bytes());
    assertEquals(List.of(), result.methods());
    assertTrue(result.skipped().get(0).method.startsWith("f("));
    assertTrue(reasons(result).get(0).startsWith("class-too-large: "), reasons(result).get(0));
  }

  @Test
  void methodsWithoutIdsAreLeftOut() {
    byte[] original = ClassFiles.of(Loops.class).get(Loops.class.getName());
    int[] used = {0};
    InstrumentedClass some =
        new ClassInstrumenter()
            .instrument(
                original,
                "app",
                OPTIONS,
                n -> {
                  if (used[0] + n > 30) {
                    return -1;
                  }
                  used[0] += n;
                  return used[0] - n + 1;
                });
    assertNotNull(some.bytes());
    assertFalse(some.methods().isEmpty());
    assertFalse(some.skipped().isEmpty());
    assertTrue(
        reasons(some).stream().allMatch(reason -> reason.startsWith("ids-exhausted: ")),
        reasons(some)::toString);
    InstrumentedClass none = new ClassInstrumenter().instrument(original, "app", OPTIONS, n -> -1);
    assertNull(none.bytes());
    assertEquals(List.of(), none.methods());
    assertEquals(some.methods().size() + some.skipped().size(), none.skipped().size());
  }

  @Test
  void onlyEntriesOfAMethodWithTooManyLocalsAreCounted() {
    byte[] original =
        new GeneratedClass()
            .f(
                m -> {
                  Label header = new Label();
                  m.visitVarInsn(ILOAD, 0);
                  m.visitVarInsn(ISTORE, 65_533);
                  m.visitLabel(header);
                  m.visitIincInsn(65_533, 1);
                  m.visitVarInsn(ILOAD, 65_533);
                  m.visitJumpInsn(IFLT, header);
                  returnBoxed(m, 65_533);
                })
            .bytes();
    MethodRecord record = instrument(original).methods().get(0);
    assertEquals(Rung.ENTRY, record.plan.rung);
    assertTrue(record.reason().startsWith("too-many-locals: "), record.reason());
  }

  /** A class file of an unknown version is read as if it had the newest known version. */
  @Test
  void aNewerClassFileKeepsItsVersion() {
    byte[] original = ClassFiles.of(Loops.class).get(Loops.class.getName());
    original[7] = 99;
    InstrumentedClass result = instrument(original);
    assertEquals(99, result.bytes()[7]);
    assertEquals(0, result.bytes()[5]);
    assertEquals(99, original[7]);
    assertTrue(result.methods().size() > 5);
  }

  @Test
  void aClassWithoutCodeIsNotChanged() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(V11, ACC_INTERFACE | ACC_ABSTRACT, "I", null, "java/lang/Object", null);
    writer.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, "f", "()V", null, null).visitEnd();
    InstrumentedClass result = instrument(writer.toByteArray());
    assertNull(result.bytes());
    assertEquals(List.of(), result.skipped());
    assertThrows(RuntimeException.class, () -> instrument(new byte[] {1, 2, 3}));
  }
}
