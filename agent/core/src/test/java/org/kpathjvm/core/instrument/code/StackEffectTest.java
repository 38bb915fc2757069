package org.kpathjvm.core.instrument.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Compares the stack effects of instructions in the JDK's code with what ASM's analyzer pops and
 * pushes.
 */
class StackEffectTest {
  private static final List<String> CLASSES =
      List.of(
          "java/lang/Math",
          "java/math/BigDecimal",
          "java/math/BigInteger",
          "java/util/Arrays",
          "java/lang/Character",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/Formatter",
          "java/lang/Float",
          "java/util/DualPivotQuicksort",
          "java/util/Locale",
          "java/text/DecimalFormat",
          "java/util/stream/Collectors");

  private static final class CountingFrame extends Frame<BasicValue> {
    private int popped;
    private int pushed;

    CountingFrame(Frame<BasicValue> frame) {
      super(frame);
    }

    @Override
    public BasicValue pop() {
      BasicValue value = super.pop();
      popped += value.getSize();
      return value;
    }

    @Override
    public void push(BasicValue value) {
      super.push(value);
      pushed += value.getSize();
    }
  }

  @Test
  void stackEffectsAgreeWithTheAnalyzer() throws AnalyzerException {
    BitSet opcodes = new BitSet();
    for (String name : CLASSES) {
      ClassNode file = new ClassNode();
      new ClassReader(ClassFiles.read(ClassLoader.getSystemClassLoader(), name)).accept(file, 0);
      for (MethodNode method : file.methods) {
        check(file.name, method, opcodes);
      }
    }
    assertTrue(opcodes.cardinality() >= 140, () -> opcodes.cardinality() + ": " + opcodes);
  }

  private static void check(String owner, MethodNode method, BitSet opcodes)
      throws AnalyzerException {
    Frame<BasicValue>[] frames = new Analyzer<>(new BasicInterpreter()).analyze(owner, method);
    for (int place = 0; place < frames.length; place++) {
      AbstractInsnNode instruction = method.instructions.get(place);
      int opcode = instruction.getOpcode();
      boolean movesSlots = opcode >= Opcodes.DUP && opcode <= Opcodes.SWAP;
      if (opcode >= 0 && frames[place] != null && !movesSlots) {
        CountingFrame frame = new CountingFrame(frames[place]);
        frame.execute(instruction, new BasicInterpreter());
        assertEquals(frame.popped, StackEffect.pops(instruction), method.name + " " + opcode);
        assertEquals(frame.pushed, StackEffect.pushes(instruction), method.name + " " + opcode);
        opcodes.set(opcode);
      }
    }
  }
}
