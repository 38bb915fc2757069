package org.kpathjvm.core.instrument.hammocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.instrument.classfile.MethodReplacer;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.SampleCode;
import org.kpathjvm.core.sample.ByteLoader;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Tests increments of the path register that depend on a hammock's outcome, but need no code on the
 * hammock's edges. A hammock is a branch whose two ways meet again immediately.
 */
class HammockIncrementsTest implements Opcodes {
  private static final int REGISTER = 9;

  private static byte[] classFile(String body) {
    String source =
        "class Sample { static int f(int n, int m, double d) { int i = 0; "
            + body
            + " return i + n; } }";
    return ClassFiles.compile("Sample", source).get("Sample");
  }

  private static HammockIncrements.Edges edges(
      Map<FlowEdge, Integer> increments, boolean intsInScope) {
    return new HammockIncrements.Edges() {
      @Override
      public boolean isPlain(int from, int to) {
        return increments.getOrDefault(new FlowEdge(from, to), 0) != Integer.MIN_VALUE;
      }

      @Override
      public int increment(int from, int to) {
        return increments.getOrDefault(new FlowEdge(from, to), 0);
      }

      @Override
      public boolean hasInt(int block, int local) {
        return intsInScope;
      }
    };
  }

  private static HammockIncrements of(SampleCode sample, Map<FlowEdge, Integer> increments) {
    return HammockIncrements.of(sample.code, sample.blocks, edges(increments, true));
  }

  /**
   * Finds the increments at the branch with which the body begins. Block 0 ends with the branch,
   * block 1 follows the branch in the code, and block 2 is the branch's target.
   */
  private static HammockIncrements of(String body, Map<FlowEdge, Integer> increments) {
    return of(new SampleCode(classFile(body), "f"), increments);
  }

  private static Map<FlowEdge, Integer> onBranch(int next, int taken) {
    return Map.of(new FlowEdge(0, 1), next, new FlowEdge(0, 2), taken);
  }

  @Test
  void noIncrementUsesAVariableOutOfScope() {
    SampleCode sample = new SampleCode(classFile("if (d < 0) { i++; }"), "f");
    HammockIncrements.Edges edges = edges(onBranch(1, 0), false);
    assertTrue(HammockIncrements.of(sample.code, sample.blocks, edges).areNone());
  }

  @ParameterizedTest
  @ValueSource(strings = {"if (n < 0) { n += m; }", "if (d < 0) { i++; }", "i = n < m ? n : m;"})
  void bothWaysOfAHammockGetIncrements(String body) {
    HammockIncrements increments = of(body, onBranch(1, 0));
    assertFalse(increments.areNone());
    assertTrue(increments.have(0, 1));
    assertTrue(increments.have(0, 2));
    assertFalse(increments.have(1, 2));
  }

  /**
   * In the third and the last body, the first branch isn't a hammock. In the other bodies, the
   * first branch has neither a sign mask nor a counter.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (d < 0) { n += m; }",
        "if (d < 0) { i += 2; }",
        "if (d < 0) { i++; } else { i--; }",
        "if (d < 0) { n = m; } i = n < 0 ? 3 : 4;",
        "while (n < m) { n++; }"
      })
  void unsuitableBranchesGetNoIncrements(String body) {
    assertFalse(of(body, onBranch(1, 0)).have(0, 1));
  }

  @Test
  void hammocksWithUnsuitableEdgesOrIncrementsAreRefused() {
    String body = "if (n < 0) { n += m; }";
    assertTrue(of(body, onBranch(0, 0)).areNone());
    assertTrue(of(body, onBranch(Integer.MIN_VALUE, 1)).areNone());
    assertTrue(of(body, onBranch(1, Integer.MIN_VALUE)).areNone());
    assertTrue(of(body, onBranch(20_000, 1)).areNone());
    assertFalse(of(body, onBranch(-10_000, 10_000)).areNone());
    FlowEdge leave = new FlowEdge(1, 2);
    assertTrue(of(body, Map.of(leave, 1, new FlowEdge(0, 1), 1)).areNone());
    assertTrue(of(body, Map.of(leave, Integer.MIN_VALUE, new FlowEdge(0, 1), 1)).areNone());
  }

  /**
   * No code may be inserted before a {@code new}, because frames refer to the new object by the
   * label of the {@code new}.
   */
  @Test
  void noIncrementIsInsertedBeforeANew() {
    String before = "if (d < 0) { i++; }";
    assertFalse(of(before + " m += n;", onBranch(1, 0)).areNone());
    assertTrue(of(before + " new Object();", onBranch(1, 0)).areNone());
  }

  @Test
  void theEmptyResultHasNoIncrements() {
    assertTrue(HammockIncrements.none().areNone());
    assertFalse(HammockIncrements.none().have(0, 1));
  }

  /**
   * Runs the method with a path register that starts at 1000, and returns the register's last value
   * instead of the method's result.
   */
  private static int register(String body, Map<FlowEdge, Integer> increments, int n, int m)
      throws Exception {
    byte[] bytes = classFile(body);
    SampleCode sample = new SampleCode(bytes, "f");
    HammockIncrements found = of(sample, increments);
    assertFalse(found.areNone());
    MethodNode method = sample.code.method;
    found.insert(method.instructions, REGISTER);
    InsnList start = new InsnList();
    start.add(new IntInsnNode(SIPUSH, 1000));
    start.add(new VarInsnNode(ISTORE, REGISTER));
    method.instructions.insert(start);
    for (AbstractInsnNode node : method.instructions.toArray()) {
      if (node.getOpcode() == IRETURN) {
        method.instructions.insertBefore(node, new InsnNode(POP));
        method.instructions.insertBefore(node, new VarInsnNode(ILOAD, REGISTER));
      }
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    MethodNode[] changed = {null, method};
    new ClassReader(bytes).accept(new MethodReplacer(writer, changed), ClassReader.SKIP_FRAMES);
    var f =
        ByteLoader.apart(Map.of("Sample", writer.toByteArray()))
            .loadClass("Sample")
            .getDeclaredMethod("f", int.class, int.class, double.class);
    f.setAccessible(true);
    return (int) f.invoke(null, n, m, (double) n);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "if (n < 0) { n += m; }            | true",
        "if (n <= -1) { n = m; }           | true",
        "if (n < m) { n = m; }             | true",
        "if (d < 0) { i++; }               | true",
        "if (d < 0) { i--; }               | true",
        "if (d < 0) { i--; } if (m == 5) { i++; } | true",
        "i = n < m ? n : m;                | true",
        "i = n >= m ? n : m;               | false"
      })
  void theRegisterGetsTheIncrementOfTheWayThatIsTaken(String body, boolean nextIfNegative)
      throws Exception {
    for (int[] values : new int[][] {{1, 0}, {0, 1}, {5, -3}, {-700, 10_000}, {-1, -2}}) {
      Map<FlowEdge, Integer> increments = onBranch(values[0], values[1]);
      for (int n : new int[] {-8, -1, 0, 3, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        boolean next = n < 0 == nextIfNegative;
        int expected = 1000 + (next ? values[0] : values[1]);
        assertEquals(expected, register(body, increments, n, 0), body + " " + n);
      }
    }
  }
}
