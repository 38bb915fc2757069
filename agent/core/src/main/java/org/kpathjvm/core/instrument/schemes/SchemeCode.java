package org.kpathjvm.core.instrument.schemes;

import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.tree.InsnList;

/**
 * The code of a scheme with path registers of its own, each an int in a local variable that has a
 * value wherever the method is. Every list leaves the operand stack as it found it.
 */
public interface SchemeCode {
  /** Slots of the operand stack that it needs. */
  int stack();

  /** Whether there is anything to execute when the edge is taken. */
  boolean isNeeded(int from, int to);

  /** Whether that code has instructions that may throw: in HotSpot's view, ldc is one. */
  boolean mayThrow(int from, int to);

  /** What is executed whenever the edge is taken. */
  InsnList onEdge(int from, int to);

  /** Before everything else of the method; it gives all registers a value. */
  InsnList atEntry();

  /** Where a path begins that doesn't begin at the method's entry. */
  InsnList atStart(StartKind kind, int block);

  /** Before a return or an athrow. */
  InsnList atExit(int block);
}
