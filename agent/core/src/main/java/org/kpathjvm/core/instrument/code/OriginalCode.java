package org.kpathjvm.core.instrument.code;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method's code before any probe was inserted. It has the nodes, numbered by their <em>place</em>
 * in the instruction list, and their original offsets. Later insertions into the list don't change
 * the numbers. Subroutines have already been inlined.
 */
public final class OriginalCode {
  public final MethodNode method;
  public final SourceLines lines;
  private final AbstractInsnNode[] nodes;
  private final int[] offsets;
  private final int[] next;
  private final boolean entersMonitors;
  private final boolean leavesMonitors;

  /**
   * Reads a method's instruction list.
   *
   * @param offsets the original offsets by place; -1 where there is no instruction
   */
  public OriginalCode(MethodNode method, int[] offsets, SourceLines lines) {
    this.method = method;
    this.lines = lines;
    this.offsets = offsets;
    nodes = method.instructions.toArray();
    next = new int[nodes.length + 1];
    next[nodes.length] = nodes.length;
    boolean enters = false;
    boolean leaves = false;
    for (int place = nodes.length - 1; place >= 0; place--) {
      int opcode = nodes[place].getOpcode();
      next[place] = opcode >= 0 ? place : next[place + 1];
      enters |= opcode == Opcodes.MONITORENTER;
      leaves |= opcode == Opcodes.MONITOREXIT;
    }
    entersMonitors = enters;
    leavesMonitors = leaves;
  }

  /** Returns the number of places. */
  public int size() {
    return nodes.length;
  }

  public AbstractInsnNode node(int place) {
    return nodes[place];
  }

  /** Returns the place of the code's last instruction. */
  public int lastInstruction() {
    return previous(nodes.length);
  }

  public boolean entersMonitors() {
    return entersMonitors;
  }

  /**
   * Returns whether the method has instructions that enter or leave a monitor. If it has none, no
   * return instruction throws, and each probe may be covered by the handlers of the probe's block.
   */
  public boolean usesMonitors() {
    return entersMonitors || leavesMonitors;
  }

  public boolean isConstructor() {
    return method.name.equals("<init>");
  }

  /** Returns whether the node at the place is an instruction rather than a label, line or frame. */
  public boolean isInstruction(int place) {
    return next[place] == place;
  }

  /** Returns the original offset of the instruction at the place. */
  public int offset(int place) {
    return offsets[place];
  }

  /**
   * Returns the place of the first instruction at or after a place; {@link #size()} if there is
   * none.
   */
  public int instructionFrom(int place) {
    return next[place];
  }

  /** Returns the place of the next instruction after a place; {@link #size()} if there is none. */
  public int next(int place) {
    return next[place + 1];
  }

  /** Returns the place of the last instruction before a place; -1 if there is none. */
  public int previous(int place) {
    int before = place - 1;
    while (before >= 0 && !isInstruction(before)) {
      before--;
    }
    return before;
  }

  /**
   * Returns the place of the instruction that a label of the original code marks; {@link #size()}
   * at the code's end. This method must be called before the instruction list is changed.
   */
  public int instructionAt(LabelNode label) {
    return next[method.instructions.indexOf(label)];
  }

  /** Returns whether control can't fall through from the instruction to the next one. */
  public static boolean endsFlow(int opcode) {
    return opcode == Opcodes.GOTO
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || isExit(opcode);
  }

  static boolean isExit(int opcode) {
    return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
  }
}
