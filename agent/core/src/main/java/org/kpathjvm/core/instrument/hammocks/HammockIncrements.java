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
 * The increments of the path register that are added without a branch: those of {@linkplain Hammock
 * hammocks}. With an increment on one of its ways, two variables would differ where these meet, and
 * C2 would no longer make a conditional move of the branch, which is dear where nobody can foresee
 * the way. So either what is compared tells the increment, by its sign, before the branch; or,
 * where one of the ways counts something, how far the count has come tells it behind the branch.
 *
 * <p>Nothing that is inserted can throw, or needs a constant of the class.
 */
public final class HammockIncrements {
  /** Most slots of the operand stack that the inserted code needs beyond the method's own. */
  public static final int STACK = 5;

  /** Three of them together fit a short, which is what one instruction pushes. */
  private static final int MOST_OF_INCREMENT = Short.MAX_VALUE / 3;

  /** What increments need to know of a method's edges. */
  public interface Edges {
    /**
     * Whether nothing but an increment is due on the edge, to a register that is read behind it.
     */
    boolean isPlain(int from, int to);

    /** What is to be added to the register on a plain edge. */
    int increment(int from, int to);

    /** Whether a local variable may be read at the block's beginning as an int, if it is one. */
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

  /** None at all. */
  public static HammockIncrements none() {
    return new HammockIncrements(null, null);
  }

  /** Those of a method. */
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

  /** Whether the way that was taken can be told by a count, at the beginning of the join. */
  private boolean isCounted(Hammock hammock) {
    FlowGraph graph = blocks.graph();
    return hammock.increment != null
        && Math.abs(hammock.increment.incr) == 1
        && graph.predecessors(hammock.join).length == 2
        && hammock.join != 0
        && !graph.isHandler(hammock.join)
        && edges.hasInt(hammock.join, hammock.increment.var)
        // Frames name that instruction by its label.
        && blocks.firstInstruction(hammock.join).getOpcode() != Opcodes.NEW;
  }

  public boolean areNone() {
    return found.isEmpty();
  }

  /** Whether the edge's increment is added by what {@link #insert} inserts. */
  public boolean have(int from, int to) {
    for (Hammock hammock : found) {
      if (hammock.branch == from && (hammock.taken == to || hammock.next == to)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Inserts the instructions, before any others behind a block's beginning or before its last one.
   *
   * @param register the local variable
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

  /** What is added per step of the count, which the arm makes once. */
  private int perStep(int i) {
    Hammock hammock = found.get(i);
    int difference = onTaken.get(i) - onNext.get(i);
    return (hammock.join == hammock.next ? difference : -difference) * hammock.increment.incr;
  }

  /**
   * Subtracts the count, and one more, by its complement: C2 would make two ways again of a plain
   * difference that is added up later.
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

  /** Adds the count again, as it is now. */
  private InsnList behind(int i, int register) {
    Hammock hammock = found.get(i);
    InsnList list = new InsnList();
    list.add(SmallCode.load(hammock.increment.var)); // count
    SmallCode.multiply(list, perStep(i)); // steps
    // What came over the branch itself.
    int direct = hammock.join == hammock.next ? onNext.get(i) : onTaken.get(i);
    SmallCode.add(list, perStep(i) + direct); // steps
    SmallCode.addTo(list, register); //
    return list;
  }
}
