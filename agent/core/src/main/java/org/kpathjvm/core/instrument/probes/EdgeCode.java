package org.kpathjvm.core.instrument.probes;

import org.objectweb.asm.tree.InsnList;

/** The code that is executed whenever an ordinary edge is taken. */
public interface EdgeCode {
  /** Returns whether the edge has code. */
  boolean isNeeded(int from, int to);

  /**
   * Returns whether the code has instructions that may throw. An ldc counts as such an instruction,
   * because HotSpot assumes that it may throw.
   */
  boolean mayThrow(int from, int to);

  /**
   * Returns whether the code may be placed at the beginning of the edge's target if no other edge
   * leads there.
   */
  boolean mayStandInTarget(int from, int to);

  /** Returns the code of the edge. The code leaves the operand stack as it found it. */
  InsnList code(int from, int to);
}
