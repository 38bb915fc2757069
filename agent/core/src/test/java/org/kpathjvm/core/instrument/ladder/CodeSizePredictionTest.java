package org.kpathjvm.core.instrument.ladder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.branches;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.instrument;
import static org.kpathjvm.core.instrument.ladder.LargeMethods.options;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.classfile.OffsetReader;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.RawCode;
import org.kpathjvm.core.instrument.probes.Rung;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Tests that a method's predicted size is the real size or slightly more. */
class CodeSizePredictionTest implements Opcodes {
  private static final String F = "f(I)Ljava/lang/Object;";

  /**
   * The code has local variables with indices of each width, increments of each width, switches
   * with each padding (0 to 3 bytes), and constants of one and of two slots.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void thePredictionIsExactWithoutNewConstants(int padding) {
    Consumer<MethodVisitor> f =
        m -> {
          Label next = new Label();
          for (int i = 0; i < padding; i++) {
            m.visitInsn(NOP);
          }
          m.visitVarInsn(ILOAD, 0);
          m.visitTableSwitchInsn(3, 5, next, next, next, next);
          m.visitLabel(next);
          m.visitVarInsn(ILOAD, 0);
          m.visitLookupSwitchInsn(next, new int[] {1, 7}, new Label[] {next, next});
        };
    Consumer<MethodVisitor> g =
        m -> {
          for (int local : new int[] {1, 3, 4, 255, 256}) {
            m.visitInsn(ICONST_0);
            m.visitVarInsn(ISTORE, local);
            m.visitIincInsn(local, 127);
            m.visitIincInsn(local, 128);
          }
          m.visitLdcInsn("text");
          m.visitInsn(POP);
          m.visitLdcInsn(5L);
          m.visitInsn(POP2);
          m.visitIntInsn(BIPUSH, 100);
          m.visitIntInsn(NEWARRAY, T_INT);
          m.visitInsn(POP);
          m.visitInsn(ICONST_1);
          m.visitMultiANewArrayInsn("[[I", 1);
          m.visitInsn(ARETURN);
        };
    for (Consumer<MethodVisitor> code : List.of(f, g)) {
      byte[] file = new GeneratedClass().f(code).bytes();
      OffsetReader reader = new OffsetReader(file);
      ClassFacts facts = new ClassFacts(reader);
      reader.accept(facts, 0);
      MethodBody body = facts.methods.get(0);
      assertEquals(
          RawCode.of(file).get(F).size(), CodeSizePrediction.of(body, body.shortConstants()));
    }
  }

  /**
   * The methods have sizes around the reach of 16-bit branches, and sizes up to the largest that a
   * class file allows.
   */
  @ParameterizedTest
  @ValueSource(ints = {1000, 2900, 3400, 3460, 3700, 5200})
  void thePredictionCoversFarBranches(int count) {
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
    // As in every large class, new constants have indices that take two bytes.
    for (int i = 0; i < 256; i++) {
      generated.constant("s" + i);
    }
    byte[] original = generated.f(f).bytes();
    for (Rung rung : Rung.values()) {
      InstrumentedClass result = instrument(original, options(4096, 8000).from(rung));
      for (MethodRecord record : result.methods()) {
        int difference = record.predictedBytes - record.instrumentedBytes;
        // The prediction assumes that the switch has the most padding possible. So it may widen
        // three jumps in vain: two branches, and the goto after one of them.
        assertTrue(difference >= 0 && difference <= 3 * 4, record.plan.rung + " " + difference);
        assertEquals(RawCode.of(result.bytes()).get(F).size(), record.instrumentedBytes);
      }
    }
  }
}
