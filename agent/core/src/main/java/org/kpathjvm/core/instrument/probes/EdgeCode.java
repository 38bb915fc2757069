package org.kpathjvm.core.instrument.probes;

import org.objectweb.asm.tree.InsnList;

/** What is to be executed whenever an ordinary edge is taken. */
public interface EdgeCode {
  /** Whether there is anything to execute. */
  boolean isNeeded(int from, int to);

  /** Whether the code has instructions that may throw: in HotSpot's view, ldc is one. */
  boolean mayThrow(int from, int to);

  /** Whether the code may as well be the first of the target, if no other edge leads there. */
  boolean mayStandInTarget(int from, int to);

  /** The code; it leaves the stack as it found it. */
  InsnList code(int from, int to);
}
