package org.kpathjvm.core.instrument.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpathjvm.core.numbering.PathValue;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

class ProbeEmitterTest {
  private final PoolDemand demand = new PoolDemand();

  /** The activation is in local 3, the register in local 5. */
  private final ProbeEmitter emitter =
      new ProbeEmitter("P", new ProbeLocals(3, true, true), demand);

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
  void probes() {
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

  @Test
  void anIdIsTheRegisterAndAnAddendUnlessThatIsZero() {
    assertEquals(
        "ILOAD 5; INVOKESTATIC P.count (I)V;", text(emitter.count(PathValue.registerPlus(0))));
    assertEquals(
        "ILOAD 5; BIPUSH 9; IADD; INVOKESTATIC P.count (I)V;",
        text(emitter.count(PathValue.registerPlus(9))));
  }
}
