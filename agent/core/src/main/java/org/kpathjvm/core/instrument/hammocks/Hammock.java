package org.kpathjvm.core.instrument.hammocks;

import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * A branch whose two ways meet again immediately. Each way sets at most one variable, or leaves at
 * most one operand on the stack, as in {@code if (x < 0) x += m} and {@code a < b ? a : b}.
 * HotSpot's C2 compiles such a branch to a conditional move. The block where the ways meet is
 * called the join. A block between the branch and the join is called an arm.
 */
final class Hammock {
  /**
   * The largest number of operations on both ways together. C2 makes a conditional move only if its
   * own estimate of the move's cost is below 3. A cost below 3 allows one variable and one
   * operation.
   */
  private static final int MOST_OPERATIONS = 1;

  private static final int MOST_RESULTS = 1;

  /** The block that ends with the branch. */
  final int branch;

  /** The arm or join to which the branch leads if it is taken. */
  final int taken;

  /** The arm or join to which the branch leads if it isn't taken. */
  final int next;

  final int join;

  /** The increment in the hammock's only arm, if this arm does nothing else; otherwise null. */
  final IincInsnNode increment;

  private Hammock(int branch, int taken, int next, int join, IincInsnNode increment) {
    this.branch = branch;
    this.taken = taken;
    this.next = next;
    this.join = join;
    this.increment = increment;
  }

  /** What an arm does, and where it leads. */
  private static final class Arm {
    final int to;
    int stores;
    int operations;
    int stackHeight;
    IincInsnNode increment;

    Arm(int to) {
      this.to = to;
    }

    int results() {
      return stores + stackHeight;
    }
  }

  /** Returns the hammock that a block's branch and its two ways form; null if they form none. */
  static Hammock of(OriginalCode code, CodeBlocks blocks, int branch, int taken, int next) {
    if (taken == next) {
      return null;
    }
    Arm onTaken = arm(code, blocks, branch, taken);
    Arm onNext = arm(code, blocks, branch, next);
    if (onNext != null && onNext.to == taken) {
      return of(branch, taken, next, taken, onNext, new Arm(taken));
    }
    if (onTaken != null && onTaken.to == next) {
      return of(branch, taken, next, next, onTaken, new Arm(next));
    }
    return onTaken != null && onNext != null && onTaken.to == onNext.to
        ? of(branch, taken, next, onTaken.to, onTaken, onNext)
        : null;
  }

  private static Hammock of(int branch, int taken, int next, int join, Arm one, Arm other) {
    if (join == branch
        || one.results() > MOST_RESULTS
        || other.results() > MOST_RESULTS
        || one.operations + other.operations > MOST_OPERATIONS) {
      return null;
    }
    boolean counts = one.increment != null && (join == taken || join == next);
    return new Hammock(branch, taken, next, join, counts ? one.increment : null);
  }

  /**
   * Returns a block as an arm of the branch. Returns null if the block can also be reached from
   * elsewhere, if it doesn't have exactly one successor, or if it has code that C2 wouldn't execute
   * before the branch is decided.
   */
  private static Arm arm(OriginalCode code, CodeBlocks blocks, int branch, int block) {
    FlowGraph graph = blocks.graph();
    if (block == 0
        || graph.isHandler(block)
        || graph.predecessors(block).length != 1
        || graph.predecessors(block)[0] != branch
        || graph.successors(block).length != 1) {
      return null;
    }
    Arm arm = new Arm(graph.successors(block)[0]);
    for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
      if (!isSimple(arm, code.node(at))) {
        return null;
      }
    }
    return arm;
  }

  private static boolean isSimple(Arm arm, AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    switch (opcode) {
      case Opcodes.NOP:
      case Opcodes.GOTO:
        return true;
      case Opcodes.IINC:
        arm.stores++;
        arm.operations++;
        arm.increment = (IincInsnNode) instruction;
        return true;
      case Opcodes.ISTORE:
      case Opcodes.LSTORE:
      case Opcodes.ASTORE:
        arm.stores++;
        arm.stackHeight--;
        return true;
      case Opcodes.LDC:
        Object constant = ((LdcInsnNode) instruction).cst;
        arm.stackHeight++;
        return constant instanceof Integer || constant instanceof Long;
      case Opcodes.ILOAD:
      case Opcodes.LLOAD:
      case Opcodes.ALOAD:
      case Opcodes.BIPUSH:
      case Opcodes.SIPUSH:
        arm.stackHeight++;
        return true;
      case Opcodes.IADD:
      case Opcodes.LADD:
      case Opcodes.ISUB:
      case Opcodes.LSUB:
      case Opcodes.IAND:
      case Opcodes.LAND:
      case Opcodes.IOR:
      case Opcodes.LOR:
      case Opcodes.IXOR:
      case Opcodes.LXOR:
      case Opcodes.ISHL:
      case Opcodes.ISHR:
      case Opcodes.IUSHR:
        arm.operations++;
        arm.stackHeight--;
        return true;
      case Opcodes.INEG:
      case Opcodes.LNEG:
      case Opcodes.I2L:
      case Opcodes.L2I:
        arm.operations++;
        return true;
      default:
        arm.stackHeight++;
        return opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.LCONST_1;
    }
  }
}
