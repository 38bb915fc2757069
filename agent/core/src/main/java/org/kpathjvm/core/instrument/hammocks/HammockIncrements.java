package org.kpathjvm.core.instrument.hammocks;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * The increments of the path register that are added without a branch: those for the ways of
 * {@linkplain Hammock hammocks}. If the increment were on one of a hammock's ways, two variables
 * would depend on the way. C2 would then compile the branch to a jump instead of a conditional
 * move, and a jump that can't be predicted is expensive. There are two remedies. One is to compute
 * the increment before the branch, from the sign of the comparison. The other is possible if one of
 * the ways adds 1 or -1 to a variable of the method, the counter. The increment is then computed
 * from the counter's values before and after the branch.
 *
 * <p>The inserted code can't throw and doesn't use the class's constant pool. The comments at the
 * ends of lines show the inserted code's part of the operand stack, with the top on the right.
 */
public final class HammockIncrements {
  /**
   * The largest number of stack slots that the inserted code needs in addition to the method's own.
   */
  public static final int STACK = 5;

  /**
   * The largest absolute value of an increment. The sum of three such increments fits into a short,
   * which a single instruction can push.
   */
  private static final int MOST_OF_INCREMENT = Short.MAX_VALUE / 3;

  /** Information about a method's edges that is needed to place increments. */
  public interface Edges {
    /**
     * Returns whether the edge needs at most one piece of code, an increment of the path register,
     * and the register is read later on.
     */
    boolean isPlain(int from, int to);

    /** Returns what is added to the path register on a plain edge. */
    int increment(int from, int to);

    /**
     * Returns whether a local variable can be read as an int at the beginning of a block. The
     * variable must hold an int however control reaches the block, and it must be in the block's
     * stack map frame.
     */
    boolean hasInt(int block, int local);
  }

  private final CodeBlocks blocks;
  private final Edges edges;
  private final List<Hammock> found = new ArrayList<>(0);
  private final List<Integer> onTaken = new ArrayList<>(0);
  private final List<Integer> onNext = new ArrayList<>(0);

  private HammockIncrements(CodeBlocks blocks, Edges edges) {
    this.blocks = blocks;
    this.edges = edges;
  }

  /** Returns an instance without any increments. */
  public static HammockIncrements none() {
    return new HammockIncrements(null, null);
  }

  /** Finds the increments of a method that can be added without a branch. */
  public static HammockIncrements of(OriginalCode code, CodeBlocks blocks, Edges edges) {
    HammockIncrements increments = new HammockIncrements(blocks, edges);
    for (int block = 0; block < blocks.count(); block++) {
      if (blocks.lastInstruction(block) instanceof JumpInsnNode
          && blocks.graph().successors(block).length == 2) {
        increments.addIfAny(code, block);
      }
    }
    return increments;
  }

  private void addIfAny(OriginalCode code, int block) {
    JumpInsnNode jump = (JumpInsnNode) blocks.lastInstruction(block);
    int taken = blocks.startingAt(jump.label);
    int[] successors = blocks.graph().successors(block);
    int next = successors[0] == taken ? successors[1] : successors[0];
    if (taken < 0 || !edges.isPlain(block, taken) || !edges.isPlain(block, next)) {
      return;
    }
    int ofTaken = edges.increment(block, taken);
    int ofNext = edges.increment(block, next);
    if (ofTaken == ofNext || !isSmall(ofTaken) || !isSmall(ofNext)) {
      return;
    }
    Hammock hammock = Hammock.of(code, blocks, block, taken, next);
    if (hammock == null
        || !isFree(taken, hammock.join)
        || !isFree(next, hammock.join)
        || !isCounted(hammock) && !SignMask.fits(code, blocks, block)) {
      return;
    }
    found.add(hammock);
    onTaken.add(ofTaken);
    onNext.add(ofNext);
  }

  private boolean isFree(int arm, int join) {
    return arm == join || edges.isPlain(arm, join) && edges.increment(arm, join) == 0;
  }

  private static boolean isSmall(int value) {
    return Math.abs(value) <= MOST_OF_INCREMENT;
  }

  /** Returns whether a counter shows, at the beginning of the join, which way was taken. */
  private boolean isCounted(Hammock hammock) {
    FlowGraph graph = blocks.graph();
    return hammock.increment != null
        && Math.abs(hammock.increment.incr) == 1
        && graph.predecessors(hammock.join).length == 2
        && hammock.join != 0
        && !graph.isHandler(hammock.join)
        && edges.hasInt(hammock.join, hammock.increment.var)
        // Stack map frames refer to a NEW instruction by the label before it, so no code may be
        // inserted between the two.
        && blocks.firstInstruction(hammock.join).getOpcode() != Opcodes.NEW;
  }

  public boolean areNone() {
    return found.isEmpty();
  }

  /** Returns whether {@link #insert} inserts the code for the edge's increment. */
  public boolean have(int from, int to) {
    for (Hammock hammock : found) {
      if (hammock.branch == from && (hammock.taken == to || hammock.next == to)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Inserts the code of the increments. This must happen before other code is inserted in front of
   * the last instructions of blocks. The other code then comes after the increments.
   *
   * @param register the local variable that is the path register
   */
  public void insert(InsnList instructions, int register) {
    for (int i = 0; i < found.size(); i++) {
      Hammock hammock = found.get(i);
      if (isCounted(hammock)) {
        AbstractInsnNode first = blocks.firstInstruction(hammock.join);
        instructions.insertBefore(first, behind(i, register));
      }
    }
    for (int i = 0; i < found.size(); i++) {
      Hammock hammock = found.get(i);
      AbstractInsnNode branch = blocks.lastInstruction(hammock.branch);
      instructions.insertBefore(
          branch, isCounted(hammock) ? ahead(i, register) : bySign(i, register));
    }
  }

  private InsnList bySign(int i, int register) {
    int opcode = blocks.lastInstruction(found.get(i).branch).getOpcode();
    InsnList list = SignMask.push(opcode); // mask
    boolean taken = SignMask.isSetIfTaken(opcode);
    int ifSet = taken ? onTaken.get(i) : onNext.get(i);
    int ifNot = taken ? onNext.get(i) : onTaken.get(i);
    list.add(SmallCode.push(ifSet - ifNot)); // mask difference
    list.add(SmallCode.of(Opcodes.IAND)); // difference or 0
    SmallCode.add(list, ifNot); // increment
    SmallCode.addTo(list, register); //
    return list;
  }

  /**
   * Returns what is added to the register for each 1 that the arm adds to the counter. The arm adds
   * 1 or -1.
   */
  private int perStep(int i) {
    Hammock hammock = found.get(i);
    int difference = onTaken.get(i) - onNext.get(i);
    return (hammock.join == hammock.next ? difference : -difference) * hammock.increment.incr;
  }

  /**
   * Returns the code before the branch. It subtracts (counter + 1) * step from the register, where
   * step is the result of {@link #perStep}. The value -(counter + 1) is computed as the counter's
   * complement. A plain subtraction would make C2 compile the branch to a jump again, because the
   * code at the join undoes the subtraction by an addition.
   */
  private InsnList ahead(int i, int register) {
    InsnList list = new InsnList();
    list.add(SmallCode.load(found.get(i).increment.var)); // count
    list.add(SmallCode.push(-1)); // count -1
    list.add(SmallCode.of(Opcodes.IXOR)); // -count-1
    SmallCode.multiply(list, perStep(i)); // steps
    SmallCode.addTo(list, register); //
    return list;
  }

  /**
   * Returns the code at the join. It adds two values to the register. The first is (counter + 1) *
   * step, with the counter's value at the join. The second is the increment of the direct way.
   */
  private InsnList behind(int i, int register) {
    Hammock hammock = found.get(i);
    InsnList list = new InsnList();
    list.add(SmallCode.load(hammock.increment.var)); // count
    SmallCode.multiply(list, perStep(i)); // steps
    // The direct way leads from the branch to the join without an arm.
    int direct = hammock.join == hammock.next ? onNext.get(i) : onTaken.get(i);
    SmallCode.add(list, perStep(i) + direct); // sum
    SmallCode.addTo(list, register); //
    return list;
  }
}
