package org.kpathjvm.core.instrument.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.core.instrument.oracle.ProbedCode;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests which probes a scheme (a profiler's way to record) uses at a path's end and at a dispatch
 * to a handler.
 */
class SequencePlanTest implements Opcodes {
  /** Returns the probes that the method calls, in the order of its code. */
  private static List<String> called(Schemes probes, Consumer<MethodVisitor> code) {
    return Stream.of(ProbedCode.f(probes, code).text().split(" "))
        .filter(word -> word.startsWith("."))
        .map(word -> word.substring(1))
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @CsvSource({"STREAM, count", "PATHS, path", "SEQUENCES, path", "PACKED_SEQUENCES, path"})
  void theOnlyPathOfAnActivationIsNotRecordedAsASequence(Schemes probes, String probe) {
    assertEquals(List.of(probe), called(probes, SmallMethods::returnsNull));
  }

  @Test
  void theSameProbeCountsPathsAtBackEdgesAndExits() {
    assertEquals(List.of("path", "path"), called(Schemes.PATHS, SmallMethods::loop));
  }

  @Test
  void aSequenceContinuesAtBackEdgesAndEndsAtExits() {
    assertEquals(List.of("emit", "exit"), called(Schemes.SEQUENCES, SmallMethods::loop));
  }

  /**
   * Generates a try block and then a loop. No path ends in the try block, so the code before the
   * handler deals only with the dispatch.
   */
  private static void tryCatchThenLoop(MethodVisitor m) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    m.visitTryCatchBlock(start, end, handler, null);
    m.visitLabel(start);
    m.visitInsn(ICONST_1);
    m.visitVarInsn(ILOAD, 0);
    m.visitInsn(IDIV);
    m.visitLabel(end);
    m.visitInsn(POP);
    SmallMethods.loop(m);
    m.visitLabel(handler);
    m.visitInsn(POP);
    SmallMethods.returnsNull(m);
  }

  @Test
  void aDispatchEndsASequenceWithoutAProbe() {
    ProbedCode code = ProbedCode.f(Schemes.SEQUENCES, SequencePlanTest::tryCatchThenLoop);
    assertEquals("LCONST_0 LSTORE GOTO", code.handler(0));
  }

  @Test
  void aDispatchEmitsTheWordOfAPackedSequence() {
    ProbedCode code = ProbedCode.f(Schemes.PACKED_SEQUENCES, SequencePlanTest::tryCatchThenLoop);
    String way = code.handler(0);
    assertTrue(
        way.startsWith("LLOAD LLOAD LDC LLOAD ILOAD .close LCONST_0 LSTORE LCONST_1 LSTORE"), way);
  }

  @Test
  void aDispatchIsReportedByOneProbe() {
    String way = ProbedCode.f(Schemes.STREAM, SequencePlanTest::tryCatchThenLoop).handler(0);
    assertEquals(1, Stream.of(way.split(" ")).filter(".handler"::equals).count(), way);
  }

  @Test
  void noCodeIsAddedForADispatchIfOnlyPathsAreCounted() {
    ProbedCode code = ProbedCode.f(Schemes.PATHS, SequencePlanTest::tryCatchThenLoop);
    assertEquals("POP ACONST_NULL ICONST_5 .path ARETURN", code.handler(0));
  }
}
