package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * The instructions that a traced program has executed, by activation, as offsets in the original
 * code. The program must have only one thread. Activations are distinguished by stack depth, so
 * their ends needn't be reported.
 */
public final class InstructionTrace {
  static final String INTERNAL_NAME = "org/kpathjvm/core/instrument/oracle/InstructionTrace";

  static final class Activation {
    final String method;
    final List<Integer> offsets = new ArrayList<>();
    private final long depth;

    Activation(String method, long depth) {
      this.method = method;
      this.depth = depth;
    }
  }

  static final List<Activation> ACTIVATIONS = new ArrayList<>();
  private static final List<Activation> RUNNING = new ArrayList<>();

  private InstructionTrace() {}

  static void reset() {
    ACTIVATIONS.clear();
    RUNNING.clear();
  }

  public static void enter(String method) {
    Activation activation = new Activation(method, depth());
    returnTo(activation.depth - 1);
    ACTIVATIONS.add(activation);
    RUNNING.add(activation);
  }

  public static void at(int offset) {
    returnTo(depth());
    RUNNING.get(RUNNING.size() - 1).offsets.add(offset);
  }

  private static void returnTo(long depth) {
    while (!RUNNING.isEmpty() && RUNNING.get(RUNNING.size() - 1).depth > depth) {
      RUNNING.remove(RUNNING.size() - 1);
    }
  }

  /**
   * Returns the depth of the traced method's frame. The frames of this method and of its caller in
   * this class don't count.
   */
  private static long depth() {
    return StackWalker.getInstance().walk(frames -> frames.count()) - 2;
  }
}
