package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

class ProbeEmitterTest {
  private final PoolDemand demand = new PoolDemand();

  /** An emitter for which the activation is in local 3 and the register in local 5. */
  private final ProbeEmitter emitter =
      new ProbeEmitter("P", new ProbeLocals(3, true, false, true), null, demand);

  /**
   * An emitter for a method with 5 paths, whose numbers take 3 bits. The word, into which paths are
   * packed, is in local 5, and the register is in local 7.
   */
  private final ProbeEmitter packing =
      new ProbeEmitter("P", new ProbeLocals(3, true, true, true), Packing.of(5, 100), demand);

  /**
   * An emitter for a method with 3 paths, whose numbers take 2 bits. For this method, an empty word
   * is 2 and not 1.
   */
  private final ProbeEmitter twoBits =
      new ProbeEmitter("P", new ProbeLocals(3, true, true, true), Packing.of(3, 100), demand);

  private static String text(InsnList list) {
    Textifier text = new Textifier();
    list.accept(new TraceMethodVisitor(text));
    StringBuilder joined = new StringBuilder();
    text.text.forEach(line -> joined.append(line.toString().trim()).append("; "));
    return joined.toString().trim();
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
        arguments(-1, "ICONST_M1;"),
        arguments(5, "ICONST_5;"),
        arguments(6, "BIPUSH 6;"),
        arguments(-128, "BIPUSH -128;"),
        arguments(128, "SIPUSH 128;"),
        arguments(32_767, "SIPUSH 32767;"),
        arguments(32_768, "LDC 32768;"),
        arguments(-32_769, "LDC -32769;"));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void numbersArePushedInTheFewestBytes(int number, String push) {
    assertEquals(push + " ISTORE 5;", text(emitter.setRegister(number)));
    assertEquals(push.startsWith("LDC") ? 1 : 0, demand.entries(Set.of()));
  }

  static Stream<Arguments> increments() {
    return Stream.of(
        arguments(1, "IINC 5 1;", true),
        arguments(-32_768, "IINC 5 -32768;", true),
        arguments(32_768, "ILOAD 5; LDC 32768; IADD; ISTORE 5;", false));
  }

  @ParameterizedTest
  @MethodSource("increments")
  void largeIncrementsTakeFourInstructions(int value, String code, boolean fits) {
    assertEquals(code, text(emitter.increment(value)));
    assertEquals(fits, ProbeEmitter.fitsIncrement(value));
  }

  @Test
  void eachProbeIsCalledWithItsArguments() {
    PathValue constant = PathValue.constant(7);
    assertEquals("BIPUSH 7; INVOKESTATIC P.count (I)V;", text(emitter.count(7)));
    assertEquals("BIPUSH 7; INVOKESTATIC P.path (I)V;", text(emitter.path(constant)));
    assertEquals("LCONST_0; LSTORE 3;", text(emitter.newActivation()));
    assertEquals(
        "LLOAD 3; BIPUSH 7; INVOKESTATIC P.emit (JI)J; LSTORE 3;", text(emitter.emit(constant)));
    assertEquals("LLOAD 3; BIPUSH 7; INVOKESTATIC P.exit (JI)V;", text(emitter.exit(constant)));
    assertEquals(
        "LLOAD 3; BIPUSH 7; INVOKESTATIC P.handler (JI)J; LSTORE 3;", text(emitter.handler(7)));
    assertEquals("LLOAD 3; BIPUSH 7; INVOKESTATIC P.escape (JI)V;", text(emitter.escape(7)));
    assertEquals(2 + 6 * 4, demand.entries(Set.of()));
  }

  /**
   * The constant of LDC is the packing: the number of bits of a path (3) times 2^32, plus the id of
   * path 0 (100).
   */
  private static final String WORD = "LLOAD 3; LLOAD 5; LDC 12884901988L; ";

  @Test
  void probesOfPackedPathsGetTheWord() {
    PathValue constant = PathValue.constant(4);
    assertEquals("LCONST_0; LSTORE 3; LCONST_1; LSTORE 5;", text(packing.newActivation()));
    assertEquals("LCONST_0; LSTORE 3; LDC 2L; LSTORE 5;", text(twoBits.newActivation()));
    assertEquals(
        WORD + "INVOKESTATIC P.full (JJJ)J; LSTORE 3; LCONST_1; LSTORE 5;", text(packing.full()));
    assertEquals(WORD + "ICONST_4; INVOKESTATIC P.exit (JJJI)V;", text(packing.exit(constant)));
    assertEquals(
        WORD + "BIPUSH 7; INVOKESTATIC P.handler (JJJI)V; LCONST_0; LSTORE 3; LCONST_1; LSTORE 5;",
        text(packing.handler(7)));
    assertEquals(WORD + "BIPUSH 7; INVOKESTATIC P.escape (JJJI)V;", text(packing.escape(7)));
    assertEquals(2 + 4 * 4 + 2 * 2, demand.entries(Set.of()));
  }

  @Test
  void packingBranchesIfTheWordIsFull() {
    String test = "DUP2; LSTORE 5; LCONST_0; LCMP; IFLT L0;";
    LabelNode full = new LabelNode();
    InsnList nothing = new InsnList();
    assertEquals(
        "LLOAD 5; ICONST_3; LSHL; ILOAD 7; I2L; LOR; " + test,
        text(packing.pack(PathValue.registerPlus(0), full, nothing)));
    assertEquals(
        "LLOAD 5; ICONST_3; LSHL; ILOAD 7; ICONST_2; IADD; I2L; LOR; " + test,
        text(packing.pack(PathValue.registerPlus(2), full, nothing)));
    assertEquals(
        "LLOAD 5; ICONST_3; LSHL; ICONST_4; I2L; LOR; " + test,
        text(packing.pack(PathValue.constant(4), full, nothing)));
    assertEquals(
        "LLOAD 5; ICONST_3; LSHL; " + test,
        text(packing.pack(PathValue.constant(0), full, nothing)));
    assertEquals(
        "LLOAD 5; ICONST_3; LSHL; LSTORE 5; "
            + WORD
            + "INVOKESTATIC P.flush (JJJ)J; LSTORE 3; "
            + "LLOAD 5; LDC 12884901988L; INVOKESTATIC P.rest (JJ)J; LSTORE 5;",
        text(packing.pack(PathValue.constant(0), null, nothing)));
    assertEquals(
        "LLOAD 5; ICONST_3; LSHL; DUP2; LSTORE 5; LCONST_0; LCMP; ICONST_5; ISTORE 7; IFLT L0;",
        text(packing.pack(PathValue.constant(0), full, packing.setRegister(5))));
  }

  @Test
  void aWordHasRoomForAtLeastThreePaths() {
    assertNotNull(Packing.of(1 << 21, 1));
    assertNull(Packing.of((1 << 21) + 1, 1));
  }

  @Test
  void aZeroAddendIsNotAdded() {
    assertEquals(
        "ILOAD 5; INVOKESTATIC P.count (I)V;", text(emitter.count(PathValue.registerPlus(0))));
    assertEquals(
        "ILOAD 5; BIPUSH 9; IADD; INVOKESTATIC P.count (I)V;",
        text(emitter.count(PathValue.registerPlus(9))));
  }

  @Test
  void constantsWithIdsAreDistinguishedFromOtherConstants() {
    emitter.count(100_000);
    emitter.emit(PathValue.registerPlus(100_001));
    emitter.setRegister(100_002);
    emitter.increment(100_003);
    emitter.exit(PathValue.constant(100_004));
    assertEquals(Set.of(100_000, 100_002, 100_004), demand.ids());
    assertEquals(Set.of(100_001, 100_003), demand.numbers());
    assertTrue(demand.hasIdsInPoolOnly());
    emitter.escape(100);
    assertFalse(demand.hasIdsInPoolOnly());
  }

  @Test
  void theNumberOfAPackedPathIsNotAnId() {
    packing.pack(PathValue.constant(100_000), null, new InsnList());
    packing.setRegister(100_001);
    packing.handler(100_002);
    packing.count(100_003);
    assertEquals(Set.of(100_002, 100_003), demand.ids());
    assertEquals(Set.of(100_000, 100_001), demand.numbers());
    assertEquals(Set.of(3L << 32 | 100), demand.packings());
  }
}
