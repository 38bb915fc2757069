package org.kpathjvm.core.instrument.probes;

import org.objectweb.asm.tree.InsnList;

/** The code that is executed whenever an ordinary edge is taken. */
public interface EdgeCode {
  /** Returns whether there is anything to execute on the edge. */
  boolean isNeeded(int from, int to);

  /** Returns whether the code has instructions that may throw. In HotSpot's view, ldc may throw. */
  boolean mayThrow(int from, int to);

  /**
   * Returns whether the code may also stand at the beginning of the target if no other edge leads
   * there.
   */
  boolean mayStandInTarget(int from, int to);

  /** Returns the code of the edge, which leaves the operand stack as it found it. */
  InsnList code(int from, int to);
}
