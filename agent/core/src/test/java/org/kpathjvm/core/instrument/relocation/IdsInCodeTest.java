package org.kpathjvm.core.instrument.relocation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.classfile.CodeSizes;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.programs.Constructors;
import org.kpathjvm.core.instrument.programs.Handlers;
import org.kpathjvm.core.instrument.programs.Loops;
import org.kpathjvm.core.instrument.programs.Monitors;
import org.kpathjvm.core.instrument.programs.Switches;
import org.kpathjvm.core.instrument.programs.Trips;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Tests that a method behaves the same after its ids have been moved from the constant pool into
 * its code. The remaining constants must not depend on the ids.
 */
class IdsInCodeTest {
  private static final int LIMIT = 8000;
  private static final List<Class<?>> PROGRAMS =
      List.of(
          Loops.class,
          Handlers.class,
          Constructors.class,
          Monitors.class,
          Switches.class,
          Trips.class);

  /**
   * The first ids that the tests allocate. If the first id is the largest of these, all ids are far
   * from all other numbers in the code.
   */
  private static final int[] FIRST_IDS = {(1 << 30) - 5_000_000, 1, 32_700, 70_000};

  private static IdAllocator from(int first) {
    int[] next = {first};
    return count -> (next[0] += count + 3) - count;
  }

  private static IntPredicate within(int first) {
    return number -> number >= first - 5000 && number < first + 100_000;
  }

  private static InstrumentOptions options(Schemes probes) {
    return new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(probes.scheme(), "P");
  }

  private static Map<String, MethodNode> methods(byte[] file) {
    ClassNode node = new ClassNode();
    new ClassReader(file).accept(node, ClassReader.EXPAND_FRAMES);
    Map<String, MethodNode> methods = new HashMap<>();
    node.methods.forEach(method -> methods.put(method.name + method.desc, method));
    return methods;
  }

  /**
   * Returns the instructions as strings. Instructions that compose a number are replaced with the
   * number.
   */
  private static List<String> folded(MethodNode method) {
    Map<LabelNode, Integer> labels = new HashMap<>();
    method.instructions.forEach(
        one -> {
          if (one instanceof LabelNode) {
            labels.put((LabelNode) one, labels.size());
          }
        });
    List<String> code = new ArrayList<>();
    for (AbstractInsnNode one : method.instructions) {
      String text = text(one, labels);
      int size = code.size();
      if (text.equals("ISHL") && isNumber(code, size - 1, "I") && isNumber(code, size - 2, "I")) {
        replace(code, "I" + ((int) number(code, size - 2) << (int) number(code, size - 1)));
      } else if (text.equals("IOR")
          && isNumber(code, size - 1, "I")
          && isNumber(code, size - 2, "I")) {
        replace(code, "I" + ((int) number(code, size - 2) | (int) number(code, size - 1)));
      } else if (text.equals("I2L") && isNumber(code, size - 1, "I")) {
        code.set(size - 1, "J" + number(code, size - 1));
      } else if (text.equals("LOR")
          && isNumber(code, size - 1, "J")
          && isNumber(code, size - 2, "J")) {
        replace(code, "J" + (number(code, size - 2) | number(code, size - 1)));
      } else {
        code.add(text);
      }
    }
    return code;
  }

  private static boolean isNumber(List<String> code, int at, String type) {
    return at >= 0 && code.get(at).matches(type + "-?\\d+");
  }

  private static long number(List<String> code, int at) {
    return Long.parseLong(code.get(at).substring(1));
  }

  private static void replace(List<String> code, String number) {
    code.remove(code.size() - 1);
    code.set(code.size() - 1, number);
  }

  private static String text(AbstractInsnNode one, Map<LabelNode, Integer> labels) {
    int opcode = one.getOpcode();
    if (opcode == Opcodes.ISHL) {
      return "ISHL";
    } else if (opcode == Opcodes.IOR) {
      return "IOR";
    } else if (opcode == Opcodes.I2L) {
      return "I2L";
    } else if (opcode == Opcodes.LOR) {
      return "LOR";
    } else if (one instanceof IntInsnNode && opcode != Opcodes.NEWARRAY) {
      return "I" + ((IntInsnNode) one).operand;
    } else if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return "I" + (opcode - Opcodes.ICONST_0);
    } else if (one instanceof LdcInsnNode) {
      Object constant = ((LdcInsnNode) one).cst;
      String type = constant instanceof Integer ? "I" : constant instanceof Long ? "J" : "ldc ";
      return type + constant;
    } else if (one instanceof LabelNode) {
      return "label " + labels.get(one);
    } else if (one instanceof JumpInsnNode) {
      return opcode + " to " + labels.get(((JumpInsnNode) one).label);
    } else if (one instanceof MethodInsnNode) {
      return ((MethodInsnNode) one).name + ((MethodInsnNode) one).desc;
    } else if (one instanceof VarInsnNode) {
      return opcode + " " + ((VarInsnNode) one).var;
    } else if (one instanceof LineNumberNode) {
      return "line " + ((LineNumberNode) one).line;
    } else if (one instanceof FrameNode) {
      // For an object that isn't initialised yet, a frame has the label of the place where the
      // object was created.
      return "frame "
          + ((FrameNode) one).local.stream().map(it -> it(it, labels)).collect(Collectors.toList())
          + ((FrameNode) one).stack.stream().map(it -> it(it, labels)).collect(Collectors.toList());
    }
    return one instanceof InsnNode ? "" + opcode : opcode + " " + one.getClass().getSimpleName();
  }

  private static Object it(Object type, Map<LabelNode, Integer> labels) {
    return type instanceof LabelNode ? labels.get(type) : type;
  }

  /** Returns all ints and longs of a class's constant pool. */
  private static Set<Object> numbers(byte[] file) {
    ClassReader reader = new ClassReader(file);
    Set<Object> found = new HashSet<>();
    for (int index = 1; index < reader.getItemCount(); index++) {
      int at = reader.getItem(index);
      if (at > 0 && file[at - 1] == 3) {
        found.add(reader.readInt(at));
      } else if (at > 0 && file[at - 1] == 5) {
        found.add(reader.readLong(at));
      }
    }
    return found;
  }

  private static void assertVerifiable(byte[] file) throws Exception {
    for (MethodNode method : methods(file).values()) {
      new Analyzer<BasicValue>(new BasicInterpreter()).analyze("p/C", method);
    }
  }

  @ParameterizedTest
  @EnumSource(Schemes.class)
  void codeWithMovedIdsBehavesTheSame(Schemes probes) throws Exception {
    int moved = 0;
    for (Class<?> program : PROGRAMS) {
      for (byte[] original : ClassFiles.of(program).values()) {
        // This set gets the numbers that stay in the pool if the ids are large. If the ids are
        // small, fewer may stay, because some other numbers look like ids and are moved.
        Set<Object> most = new HashSet<>(List.of(0, 0L));
        for (int first : FIRST_IDS) {
          RelocatableClass kept = new ClassInstrumenter().instrument(original, options(probes));
          byte[] instrumented = kept.use("app", from(first)).bytes();
          byte[] before = instrumented.clone();
          byte[] result = IdsInCode.of(instrumented, original, within(first), LIMIT);
          assertArrayEquals(before, instrumented);
          Map<String, MethodNode> expected = methods(instrumented);
          Map<String, MethodNode> actual = methods(result);
          assertEquals(expected.keySet(), actual.keySet());
          for (String name : expected.keySet()) {
            assertEquals(folded(expected.get(name)), folded(actual.get(name)), name);
          }
          assertVerifiable(result);
          moved += result.length > instrumented.length ? 1 : 0;
          if (first == FIRST_IDS[0]) {
            most.addAll(numbers(result));
          }
          assertTrue(most.containsAll(numbers(result)), () -> most + " " + numbers(result));
        }
      }
    }
    assertTrue(moved > 0);
  }

  /**
   * An id that fits into an instruction isn't in the pool, so it can't be moved from there. The
   * method in this test doesn't pack its paths, because the constant that packing needs is always
   * in the pool.
   */
  @ParameterizedTest
  @CsvSource({"1, true", "70000, false"})
  void idsInInstructionsAreNotMoved(int first, boolean areInTheCode) {
    InstrumentOptions unpacked =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(new StreamScheme(false), "P");
    byte[] original = new GeneratedClass().f(SmallMethods::loop).bytes();
    InstrumentedClass direct =
        new ClassInstrumenter().instrument(original, "app", unpacked, from(first));
    byte[] result = IdsInCode.of(direct.bytes(), original, within(first), LIMIT);
    assertEquals(areInTheCode, Arrays.equals(direct.bytes(), result));
  }

  @Test
  void aMethodAtTheSizeLimitKeepsItsConstants() {
    byte[] original = ClassFiles.of(Loops.class).values().iterator().next();
    RelocatableClass kept = new ClassInstrumenter().instrument(original, options(Schemes.STREAM));
    byte[] instrumented = kept.use("app", from(70_000)).bytes();
    Map<String, MethodNode> before = methods(instrumented);
    int[] sizes = CodeSizes.of(new ClassReader(instrumented));
    int some = sizes[sizes.length / 2];
    byte[] result = IdsInCode.of(instrumented, original, within(70_000), some);
    int grown = 0;
    int[] after = CodeSizes.of(new ClassReader(result));
    for (int method = 0; method < sizes.length; method++) {
      assertTrue(sizes[method] > some || after[method] <= some);
      grown += after[method] > sizes[method] ? 1 : 0;
    }
    assertTrue(grown > 0 && grown < sizes.length);
    methods(result)
        .forEach((name, method) -> assertEquals(folded(before.get(name)), folded(method)));
  }

  /** Numbers in the original class may look like ids. These numbers stay in the pool. */
  @Test
  void constantsOfTheOriginalClassAreKept() {
    byte[] original =
        new GeneratedClass()
            .f(
                m -> {
                  m.visitLdcInsn(70_001);
                  m.visitInsn(Opcodes.POP);
                  m.visitLdcInsn(70_002L);
                  m.visitInsn(Opcodes.POP2);
                  m.visitInsn(Opcodes.RETURN);
                })
            .bytes();
    RelocatableClass kept = new ClassInstrumenter().instrument(original, options(Schemes.STREAM));
    byte[] instrumented = kept.use("app", from(70_000)).bytes();
    byte[] result = IdsInCode.of(instrumented, original, within(70_000), LIMIT);
    assertTrue(numbers(result).containsAll(numbers(original)));
    assertFalse(numbers(original).isEmpty());
    methods(instrumented)
        .forEach((name, method) -> assertEquals(folded(method), folded(methods(result).get(name))));
  }

  /** The pool is full, so it has no room for a constant that code for moved ids would need. */
  @Test
  void aClassWithAFullPoolIsNotChanged() {
    byte[] original = ClassFiles.of(Loops.class).values().iterator().next();
    RelocatableClass kept = new ClassInstrumenter().instrument(original, options(Schemes.STREAM));
    ClassReader reader = new ClassReader(kept.use("app", from(70_000)).bytes());
    ClassWriter full = new ClassWriter(reader, 0);
    for (int number = 0; number < 65_534 - reader.getItemCount(); number++) {
      full.newConst((float) number);
    }
    reader.accept(full, 0);
    byte[] instrumented = full.toByteArray();
    assertArrayEquals(instrumented, IdsInCode.of(instrumented, original, within(70_000), LIMIT));
  }
}
