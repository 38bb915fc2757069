package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Json;
import org.kpathjvm.core.instrument.oracle.RecordingProbes;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.programs.Driver;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.sample.ByteLoader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests the kinds of class files that docs/classfiles.md lists, unless another test covers them.
 */
class ClassFileKindsTest implements Opcodes {
  private static final String KEY = "Generated.f(I)Ljava/lang/Object;";

  private static IntStream versionsOfThisJvm() {
    return IntStream.rangeClosed(45, 44 + Runtime.version().feature());
  }

  private static void checkAll(Consumer<MethodVisitor> f) throws Exception {
    Differential.checkAll(new GeneratedClass().f(f).program(), Driver.class.getName());
  }

  private static InstrumentedClass instrument(byte[] original) {
    int[] next = {1};
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096)
            .withScheme(Schemes.STREAM.scheme(), RecordingProbes.INTERNAL_NAME);
    return new ClassInstrumenter()
        .instrument(original, "app", options, count -> (next[0] += count) - count);
  }

  private static void loopWithHandler(MethodVisitor m) {
    Label header = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label on = new Label();
    m.visitTryCatchBlock(header, end, handler, "java/lang/IllegalStateException");
    m.visitLabel(header);
    throwIf(m, 0, 4);
    m.visitLabel(end);
    m.visitJumpInsn(GOTO, on);
    m.visitLabel(handler);
    m.visitInsn(POP);
    m.visitLabel(on);
    m.visitIincInsn(0, 1);
    m.visitVarInsn(ILOAD, 0);
    m.visitIntInsn(BIPUSH, 8);
    m.visitJumpInsn(IF_ICMPLT, header);
    returnBoxed(m, 0);
  }

  @ParameterizedTest
  @MethodSource("versionsOfThisJvm")
  void everyVersionIsRecorded(int major) throws Exception {
    int version = major == 45 ? V1_1 : major;
    int flags = major < V1_6 ? ClassWriter.COMPUTE_MAXS : ClassWriter.COMPUTE_FRAMES;
    GeneratedClass generated =
        new GeneratedClass(version, flags).f(ClassFileKindsTest::loopWithHandler);
    Map<String, byte[]> program = generated.program();
    assertEquals(major, program.get(GeneratedClass.NAME)[7]);
    for (Rung rung : Rung.values()) {
      new Differential(program, Driver.class.getName(), CutMode.BACK_EDGE, 4096).from(rung).check();
    }
  }

  /** Tries versions up to the first that ASM doesn't know, even if this JVM can't run them. */
  @Test
  void newerVersionsAreInstrumentedAlike() {
    byte[] original = ClassFiles.of(Loops.class).get(Loops.class.getName());
    byte[] expected = instrument(original).bytes();
    for (int major = original[7]; major <= V28 + 1; major++) {
      byte[] newer = original.clone();
      newer[7] = (byte) major;
      expected[7] = (byte) major;
      assertArrayEquals(expected, instrument(newer).bytes());
    }
  }

  /** The driver never enters the loop, because a loop of a single instruction never ends. */
  @Test
  void aLoopMayHaveOneInstruction() throws Exception {
    Consumer<MethodVisitor> f =
        m -> {
          Label self = new Label();
          Label out = new Label();
          m.visitVarInsn(ILOAD, 0);
          m.visitIntInsn(BIPUSH, 100);
          m.visitJumpInsn(IF_ICMPNE, out);
          m.visitLabel(self);
          m.visitJumpInsn(GOTO, self);
          m.visitLabel(out);
          returnBoxed(m, 0);
        };
    checkAll(f);
    MethodRecord record = instrument(new GeneratedClass().f(f).bytes()).methods().get(0);
    assertTrue(Records.plan(record).code.backEdges.contains(1, 1));
  }

  @Test
  void aLoopMayStartAtOffsetZero() throws Exception {
    checkAll(
        m -> {
          Label header = new Label();
          Label on = new Label();
          m.visitLabel(header);
          m.visitIincInsn(0, 1);
          m.visitVarInsn(ILOAD, 0);
          m.visitInsn(ICONST_5);
          m.visitJumpInsn(IF_ICMPNE, on);
          m.visitIincInsn(0, 1);
          m.visitLabel(on);
          m.visitVarInsn(ILOAD, 0);
          m.visitIntInsn(BIPUSH, 9);
          m.visitJumpInsn(IF_ICMPLT, header);
          returnBoxed(m, 0);
        });
  }

  /**
   * The ranges of the exception table's first two entries overlap, and neither contains the other.
   * The first entry that matches an exception applies.
   */
  @Test
  void handlersMayOverlap() throws Exception {
    checkAll(
        m -> {
          Label first = new Label();
          Label second = new Label();
          Label third = new Label();
          Label end = new Label();
          Label one = new Label();
          Label other = new Label();
          Label joined = new Label();
          m.visitTryCatchBlock(first, third, one, "java/lang/IllegalStateException");
          m.visitTryCatchBlock(second, end, other, null);
          m.visitTryCatchBlock(first, end, one, "java/lang/IllegalArgumentException");
          m.visitLabel(first);
          throwIf(m, 0, 1);
          m.visitLabel(second);
          throwIf(m, 0, 2);
          m.visitLabel(third);
          throwIf(m, 0, 3);
          m.visitLabel(end);
          m.visitJumpInsn(GOTO, joined);
          m.visitLabel(one);
          m.visitInsn(POP);
          m.visitIincInsn(0, 1);
          m.visitJumpInsn(GOTO, second);
          m.visitLabel(other);
          m.visitInsn(POP);
          m.visitIincInsn(0, 10);
          m.visitLabel(joined);
          throwIf(m, 0, 4);
          returnBoxed(m, 0);
        });
  }

  /**
   * The file format forbids a handler that covers no instructions. The JVM must refuse the
   * instrumented class for the same reason as the original.
   */
  @Test
  void anEmptyHandlerIsRefusedAsBefore() {
    GeneratedClass generated =
        new GeneratedClass(V1_5, ClassWriter.COMPUTE_MAXS)
            .f(
                m -> {
                  Label here = new Label();
                  Label handler = new Label();
                  m.visitTryCatchBlock(here, here, handler, null);
                  m.visitLabel(here);
                  returnBoxed(m, 0);
                  m.visitLabel(handler);
                  m.visitInsn(ATHROW);
                });
    byte[] original = generated.bytes();
    byte[] instrumented = instrument(original).bytes();
    for (byte[] bytes : List.of(original, instrumented)) {
      ByteLoader loader = new ByteLoader(Map.of("Generated", bytes), getClass().getClassLoader());
      assertThrows(ClassFormatError.class, () -> Class.forName("Generated", true, loader));
    }
  }

  /** A subroutine that calls itself can be neither inlined nor verified. */
  @Test
  void onlyEntriesAreCountedIfASubroutineCallsItself() {
    byte[] original =
        new GeneratedClass(V1_4, 0)
            .f(
                m -> {
                  Label subroutine = new Label();
                  m.visitJumpInsn(JSR, subroutine);
                  returnBoxed(m, 0);
                  m.visitLabel(subroutine);
                  m.visitVarInsn(ASTORE, 1);
                  m.visitJumpInsn(JSR, subroutine);
                  m.visitVarInsn(RET, 1);
                })
            .bytes();
    MethodRecord record = instrument(original).methods().get(0);
    assertEquals(Rung.ENTRY, record.plan.rung);
    assertTrue(record.reason().startsWith("subroutine: "), record.reason());
  }

  /** The method is too large for its paths to be recorded, so only its entries are counted. */
  @Test
  void aMethodMayHave64Kilobytes() throws Exception {
    GeneratedClass generated =
        new GeneratedClass()
            .f(
                m -> {
                  Label out = new Label();
                  m.visitVarInsn(ILOAD, 0);
                  m.visitJumpInsn(IFLT, out);
                  for (int i = 0; i < 10_000; i++) {
                    Label next = new Label();
                    m.visitVarInsn(ILOAD, 0);
                    m.visitJumpInsn(IFLE, next);
                    m.visitInsn(NOP);
                    m.visitLabel(next);
                  }
                  for (int i = 0; i < 15_500; i++) {
                    m.visitInsn(NOP);
                  }
                  m.visitLabel(out);
                  returnBoxed(m, 0);
                });
    Differential program =
        new Differential(generated.program(), Driver.class.getName(), CutMode.BACK_EDGE, 4096);
    assertEquals(program.runPlain(), program.runInstrumented());
    MethodRecord record = program.records.get(KEY);
    assertTrue(record.originalBytes > 65_500, "" + record.originalBytes);
    assertEquals(Rung.ENTRY, record.plan.rung);
    assertTrue(RecordingProbes.COUNTERS.get(record.plan.firstId()) > 1);
  }

  @ParameterizedTest
  @CsvSource({"-g:none, false", "-g:lines, true"})
  void blocksHaveLinesOnlyIfTheClassHasThem(String debugging, boolean hasLines) throws Exception {
    String source =
        "class Bare { static int f(int n) { int s = 0; for (int i = 0; i < n; i++) { try { s += 6 / (n - i - 2); }\n"
            + "catch (ArithmeticException e) { s++; } } return s; }\n"
            + "static String run() { return f(1) + \" \" + f(5); } }";
    Map<String, byte[]> classes = ClassFiles.compile("Bare", source, debugging);
    Differential.checkAll(classes, "Bare");
    MethodRecord f = instrument(classes.get("Bare")).methods().get(1);
    List<?> blocks = (List<?>) ((Map<?, ?>) Json.parse(Records.line(f))).get("blocks");
    assertEquals(Records.plan(f).code.blocks.count(), blocks.size());
    for (Object block : blocks) {
      List<?> lines = (List<?>) ((List<?>) block).get(2);
      assertEquals(hasLines, !lines.isEmpty(), block::toString);
    }
  }

  /** The constructor of S has a loop and branches before super(). */
  @Test
  void constructorsMayRunCodeBeforeSuper() throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(Runtime.version().feature() >= 25);
    String source =
        "class Flex { static class B { final int v; B(int v) { if (v > 5) throw new IllegalStateException(); this.v = v; } }\n"
            + "static class S extends B { final int t; S(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; }\n"
            + "if (n < 0) { throw new IllegalStateException(); } t = s; super(n % 2 == 0 ? s : -s); if (n == 3) { hashCode(); } } }\n"
            + "static String run() { String r = \"\"; for (int n = -1; n < 6; n++) { try { S s = new S(n); r += s.t + s.v; }\n"
            + "catch (IllegalStateException e) { r += \"!\"; } } return r; } }";
    Differential.checkAll(ClassFiles.compile("Flex", source), "Flex");
  }
}
