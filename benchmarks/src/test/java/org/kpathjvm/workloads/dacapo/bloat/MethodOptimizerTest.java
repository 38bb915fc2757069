package org.kpathjvm.workloads.dacapo.bloat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Tests that optimised code is smaller, passes the JVM's verifier, and returns what the original
 * code returns.
 */
class MethodOptimizerTest {
  /** The code to optimise. */
  public static final class Subject {
    private Subject() {}

    /** All values that are computed before the loop are known, except one that nothing reads. */
    public static int constants(int n) {
      int unused = n * 3;
      int two = 2;
      int four = two * two;
      if (four == 5) {
        return -1;
      }
      int sum = 0;
      for (int i = 0; i < n; i++) {
        sum += i % four == 0 ? four : two;
        unused = sum;
      }
      return sum;
    }

    /** The variable state is constant only before the loop, and the handler reads it. */
    public static int handlers(int n) {
      int state = 0;
      try {
        for (int i = 0; i < 10; i++) {
          state = i;
          if (i == n) {
            state = 100 / (n - i);
          }
        }
      } catch (ArithmeticException divided) {
        return state + 1000;
      }
      return state;
    }

    /** Has long and double variables, a switch, and values that stay on the stack at branches. */
    public static long wide(int n) {
      long total = 0;
      double never = n;
      for (int i = 0; i < n; i++) {
        never = total + (i > 3 ? 1 : 2);
        switch (i & 3) {
          case 0:
            total += 5L * (n > 2 ? i : -i);
            break;
          case 1:
            total ^= i;
            break;
          default:
            total -= 1;
        }
      }
      return total;
    }
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(byte[] bytes) {
      return defineClass(null, bytes, 0, bytes.length);
    }
  }

  @Test
  void optimisedCodeIsSmallerAndReturnsTheSame() throws Exception {
    ClassNode node = read();
    int before = size(node);
    for (MethodNode method : node.methods) {
      new MethodOptimizer(node.name, method).optimise();
    }
    assertTrue(size(node) < before, size(node) + " instructions, before: " + before);
    // Class files of this version are verified without stack maps.
    node.version = Opcodes.V1_5;
    node.innerClasses.clear();
    node.nestHostClass = null;
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    Class<?> optimised = new Loader().define(writer.toByteArray());
    for (String name : new String[] {"constants", "handlers", "wide"}) {
      Method changed = optimised.getMethod(name, int.class);
      Method original = Subject.class.getMethod(name, int.class);
      for (int n = -1; n < 40; n++) {
        assertEquals(original.invoke(null, n), changed.invoke(null, n), name + " with n = " + n);
      }
    }
  }

  @Test
  void branchesThatAreNeverTakenAreRemoved() throws Exception {
    ClassNode node = read();
    MethodNode constants =
        node.methods.stream().filter(it -> it.name.equals("constants")).findFirst().orElseThrow();
    new MethodOptimizer(node.name, constants).optimise();
    int remainders = 0;
    for (var instruction : constants.instructions) {
      // In the original code, -1 occurs only where four == 5.
      assertTrue(instruction.getOpcode() != Opcodes.ICONST_M1);
      remainders += instruction.getOpcode() == Opcodes.IREM ? 1 : 0;
    }
    assertEquals(1, remainders);
  }

  private static int size(ClassNode node) {
    return node.methods.stream().mapToInt(it -> it.instructions.size()).sum();
  }

  private static ClassNode read() throws Exception {
    ClassNode node = new ClassNode();
    String name = Subject.class.getName();
    try (InputStream bytes =
        Subject.class.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
      new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    }
    return node;
  }
}
