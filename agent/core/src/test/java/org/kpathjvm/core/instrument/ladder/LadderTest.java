package org.kpathjvm.core.instrument.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.returnBoxed;
import static org.kpathjvm.core.instrument.oracle.GeneratedClass.throwIf;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.options.ProbeSet;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.instrument.oracle.Differential;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Json;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.kpathjvm.core.instrument.oracle.RecordingProbes;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.programs.Driver;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which rung a method takes, that its size was predicted, and that what it records is exact. */
class LadderTest implements Opcodes {
  private static final String F = "f(I)Ljava/lang/Object;";
  private static final String KEY = "Generated." + F;

  private static InstrumentOptions options(int maxPaths, int codeLimit) {
    return new InstrumentOptions(CutMode.BACK_EDGE, maxPaths)
        .withProbes(ProbeSet.STREAM, RecordingProbes.INTERNAL_NAME)
        .withCodeLimit(codeLimit);
  }

  private static InstrumentedClass instrument(byte[] original, InstrumentOptions options) {
    // Ids as of a large program: none is pushed in less than three bytes.
    int[] next = {100_000};
    return new ClassInstrumenter()
        .instrument(original, "app", options, count -> (next[0] += count) - count);
  }

  private static MethodRecord record(Consumer<MethodVisitor> f, int maxPaths, int codeLimit) {
    return instrument(new GeneratedClass().f(f).bytes(), options(maxPaths, codeLimit))
        .methods()
        .get(0);
  }

  private static void padding(MethodVisitor m, int bytes) {
    for (int i = 0; i < bytes; i++) {
      m.visitInsn(NOP);
    }
  }

  /** A row of branches around an increment each, or around a throw, and a loop around it all. */
  private static void branches(MethodVisitor m, int count, boolean throwing) {
    Label header = new Label();
    m.visitInsn(ICONST_0);
    m.visitVarInsn(ISTORE, 1);
    m.visitLabel(header);
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitIntInsn(BIPUSH, 1 << i % 7);
      m.visitInsn(IAND);
      m.visitJumpInsn(IFEQ, next);
      m.visitIincInsn(1, i % 100);
      if (throwing && i % 5 == 4) {
        throwIf(m, 0, 3);
      }
      m.visitLabel(next);
    }
    m.visitIincInsn(0, 5);
    m.visitVarInsn(ILOAD, 0);
    m.visitIntInsn(BIPUSH, 9);
    m.visitJumpInsn(IF_ICMPLT, header);
    returnBoxed(m, 1);
  }

  /** Many branches to one exit each: where increments stand makes a difference. */
  private static void manyExits(MethodVisitor m, int count) {
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      Label other = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitIntInsn(SIPUSH, i);
      m.visitJumpInsn(IF_ICMPNE, next);
      m.visitVarInsn(ILOAD, 0);
      m.visitJumpInsn(IFLT, other);
      m.visitIincInsn(0, 1);
      m.visitLabel(other);
      m.visitVarInsn(ILOAD, 0);
      m.visitMethodInsn(
          INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
      m.visitInsn(ARETURN);
      m.visitLabel(next);
    }
    returnBoxed(m, 0);
  }

  /** The highest rung within the limit is taken, whatever the limit is. */
  @Test
  void highestRungThatFits() {
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
    // Not below the limit without probes either: nothing is lost by growing.
    assertEquals(Rung.FULL, record(f, 4096, full.originalBytes - 1).plan.rung);
  }

  /** Where a row of branches has an edge cut at each, cutting all of one's edges is smaller. */
  @Test
  void otherCutsAreSmaller() throws Exception {
    Consumer<MethodVisitor> f = m -> branches(m, 60, true);
    byte[] original = new GeneratedClass().f(f).bytes();
    int bytes =
        instrument(original, options(16, 65_535).from(Rung.CUTS)).methods().get(0).predictedBytes;
    MethodRecord cuts = record(f, 16, bytes);
    assertEquals(Rung.CUTS, cuts.plan.rung);
    assertTrue(Records.plan(cuts).numbering.extraCuts().size() > 2);
    GeneratedClass generated = new GeneratedClass().f(f);
    Differential.checkAll(generated.program(), Driver.class.getName());
  }

  @Test
  void manyExitsOnEachRung() throws Exception {
    GeneratedClass generated = new GeneratedClass().f(m -> manyExits(m, 30));
    Differential.checkAll(generated.program(), Driver.class.getName());
  }

  /** 2^70 paths and a loop. */
  @Test
  void morePathsThanAnyNumber() throws Exception {
    GeneratedClass generated = new GeneratedClass().f(m -> branches(m, 70, false));
    Differential.checkAll(generated.program(), Driver.class.getName());
  }

  /** The path limit: 2^24 paths from each of 200 handlers, and what is taken instead. */
  @Test
  void pathLimit() {
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

  /** A method of any size around the reach of 16-bit branches, and up to the file's limit. */
  @ParameterizedTest
  @ValueSource(ints = {1000, 2900, 3400, 3460, 3700, 5200})
  void predictionOfFarBranches(int count) {
    Consumer<MethodVisitor> f =
        m -> {
          Label out = new Label();
          m.visitVarInsn(ILOAD, 0);
          m.visitJumpInsn(IFLT, out);
          branches(m, count, false);
          m.visitLabel(out);
          m.visitVarInsn(ILOAD, 0);
          m.visitLookupSwitchInsn(out, new int[] {1}, new Label[] {out});
        };
    GeneratedClass generated = new GeneratedClass();
    // As in every large class: new constants have indices that take two bytes.
    for (int i = 0; i < 256; i++) {
      generated.constant("s" + i);
    }
    byte[] original = generated.f(f).bytes();
    for (Rung rung : Rung.values()) {
      InstrumentedClass result = instrument(original, options(4096, 8000).from(rung));
      for (MethodRecord record : result.methods()) {
        int difference = record.predictedBytes - record.instrumentedBytes;
        assertTrue(difference >= 0 && difference <= 8, record.plan.rung + " " + difference);
        assertEquals(RawCode.of(result.bytes()).get(F).size(), record.instrumentedBytes);
      }
    }
  }

  /** Many exits with one way to each: its id is a constant. */
  private static void constantExits(MethodVisitor m, int count) {
    for (int i = 0; i < count; i++) {
      Label next = new Label();
      m.visitVarInsn(ILOAD, 0);
      m.visitIntInsn(SIPUSH, i);
      m.visitJumpInsn(IF_ICMPNE, next);
      returnBoxed(m, 0);
      m.visitLabel(next);
    }
    returnBoxed(m, 0);
  }

  /** A class without room for the probes' constants: rungs are lowered, the largest first. */
  @ParameterizedTest
  @CsvSource({"65440, 2", "65480, 1", "65500, 0"})
  void constantPool(int constants, int atLeast) {
    GeneratedClass generated = new GeneratedClass(V11, ClassWriter.COMPUTE_FRAMES);
    generated
        .method(ACC_STATIC, "many", "(I)Ljava/lang/Object;", m -> constantExits(m, 80))
        .method(ACC_STATIC, "few", "(I)Ljava/lang/Object;", m -> constantExits(m, 20))
        .method(ACC_STATIC, "none", "(I)Ljava/lang/Object;", m -> returnBoxed(m, 0));
    for (int i = 0; i < constants; i++) {
      generated.constant("s" + i);
    }
    InstrumentedClass result = instrument(generated.bytes(), options(4096, 8000));
    Map<String, Rung> rungs =
        result.methods().stream()
            .collect(Collectors.toMap(r -> r.plan.method.name, r -> r.plan.rung));
    assertTrue(
        rungs.values().stream().filter(rung -> rung == Rung.FULL).count() >= atLeast,
        rungs::toString);
    assertNotEquals(Rung.FULL, rungs.get("many"));
    for (MethodRecord record : result.methods()) {
      if (record.plan.rung != Rung.FULL) {
        assertTrue(record.reason().startsWith("class-too-large: "), record.reason());
      }
    }
    assertEquals(3, result.methods().size() + result.skipped().size());
    assertFalse(result.methods().isEmpty());
  }

  /** HotSpot compiles 8,000 bytes of code and not 8,001: what the limit is set by. */
  @ParameterizedTest
  @CsvSource({"8000, true", "8001, false"})
  void limitOfTheJvm(int bytes, boolean compiled, @TempDir Path directory) throws Exception {
    GeneratedClass generated =
        new GeneratedClass()
            .f(
                m -> {
                  padding(m, bytes - 5);
                  returnBoxed(m, 0);
                })
            .method(
                ACC_PUBLIC | ACC_STATIC,
                "main",
                "([Ljava/lang/String;)V",
                m -> {
                  Label header = new Label();
                  m.visitInsn(ICONST_0);
                  m.visitVarInsn(ISTORE, 1);
                  m.visitLabel(header);
                  m.visitVarInsn(ILOAD, 1);
                  m.visitMethodInsn(INVOKESTATIC, "Generated", "f", "(I)Ljava/lang/Object;", false);
                  m.visitInsn(POP);
                  m.visitIincInsn(1, 1);
                  m.visitVarInsn(ILOAD, 1);
                  m.visitIntInsn(SIPUSH, 20_000);
                  m.visitJumpInsn(IF_ICMPLT, header);
                  m.visitInsn(RETURN);
                });
    byte[] file = generated.bytes();
    assertEquals(bytes, RawCode.of(file).get(F).size());
    Files.write(directory.resolve("Generated.class"), file);
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch",
                "-XX:+PrintCompilation",
                "-cp",
                directory.toString(),
                "Generated")
            .redirectErrorStream(true)
            .start();
    String output = new String(java.getInputStream().readAllBytes());
    assertTrue(java.waitFor(2, TimeUnit.MINUTES));
    assertEquals(compiled, output.contains("Generated::f "), output);
  }

  /** What a record says of the rungs that didn't fit. */
  @Test
  void metadata() {
    MethodRecord full = record(m -> manyExits(m, 60), 4096, 8000);
    MethodRecord entry = record(m -> manyExits(m, 60), 4096, full.originalBytes + 6);
    Map<?, ?> json = (Map<?, ?>) Json.parse(Records.line(entry));
    assertEquals("entry", json.get("mode"));
    assertEquals("entry", json.get("rung"));
    assertEquals(0L, json.get("paths"));
    assertEquals(List.of(), json.get("blocks"));
    assertEquals(Map.of("entries", (long) entry.plan.firstId), json.get("counters"));
    List<?> rejected = (List<?>) json.get("rejected");
    assertEquals(
        List.of("full", "chords", "cuts"),
        rejected.stream().map(one -> ((List<?>) one).get(0)).collect(Collectors.toList()));
    assertEquals((long) full.predictedBytes, ((List<?>) rejected.get(0)).get(1));
    assertEquals(((List<?>) rejected.get(0)).get(2), json.get("reason"));
    assertEquals("full", ((Map<?, ?>) Json.parse(Records.line(full))).get("rung"));
  }

  /** An entry count at a loop header at offset 0, in a constructor, and with a deep stack. */
  @Test
  void entryCountsAnywhere() throws Exception {
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
