package org.kpathjvm.core.instrument.classfile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** A method as it is read from a class file, with the bytecode offset of each instruction. */
public final class MethodBody extends MethodNode {
  /** The method's place among the class file's methods. */
  public final int index;

  private final OffsetReader reader;
  private int[] offsets = new int[32];
  private int instructionCount;

  /** The ldc instructions. Their indices among all instructions are in {@link #constantPlaces}. */
  private final List<LdcInsnNode> constants = new ArrayList<>(0);

  private int[] constantPlaces = {};
  private boolean hasSubroutines;
  private boolean hasBackwardTransfer;

  MethodBody(
      OffsetReader reader,
      int index,
      int access,
      String name,
      String descriptor,
      String signature,
      String[] exceptions) {
    super(Opcodes.ASM9, access, name, descriptor, signature, exceptions);
    this.reader = reader;
    this.index = index;
  }

  @Override
  public void visitCode() {
    reader.reportOffsetsTo(this);
  }

  @Override
  public void visitEnd() {
    reader.reportOffsetsTo(null);
  }

  @Override
  public void visitLdcInsn(Object value) {
    super.visitLdcInsn(value);
    if (constants.size() == constantPlaces.length) {
      constantPlaces = Arrays.copyOf(constantPlaces, 2 * constants.size() + 4);
    }
    constantPlaces[constants.size()] = instructionCount - 1;
    constants.add((LdcInsnNode) instructions.getLast());
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    hasSubroutines |= opcode == Opcodes.JSR;
    super.visitJumpInsn(opcode, label);
    noteTransfer(((JumpInsnNode) instructions.getLast()).label);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
    super.visitTableSwitchInsn(min, max, dflt, labels);
    TableSwitchInsnNode node = (TableSwitchInsnNode) instructions.getLast();
    noteTransfer(node.dflt);
    node.labels.forEach(this::noteTransfer);
  }

  @Override
  public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
    super.visitLookupSwitchInsn(dflt, keys, labels);
    LookupSwitchInsnNode node = (LookupSwitchInsnNode) instructions.getLast();
    noteTransfer(node.dflt);
    node.labels.forEach(this::noteTransfer);
  }

  /**
   * Records whether a branch leads backwards, that is, whether its target is already in the
   * instruction list.
   */
  private void noteTransfer(LabelNode target) {
    hasBackwardTransfer |= target.getPrevious() != null || instructions.getFirst() == target;
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    hasSubroutines |= opcode == Opcodes.RET;
    super.visitVarInsn(opcode, local);
  }

  /** Records the offset of the instruction that is visited next. */
  void instructionAt(int offset) {
    if (instructionCount == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * instructionCount);
    }
    offsets[instructionCount++] = offset;
  }

  public boolean hasCode() {
    return instructionCount > 0;
  }

  /**
   * Returns whether this is a {@code finalize()} that does nothing. HotSpot registers each new
   * object of a class with a {@code finalize()} for finalization, unless the method's only
   * instruction is a return.
   */
  public boolean isEmptyFinalizer() {
    return instructionCount == 1
        && name.equals("finalize")
        && desc.equals("()V")
        && lastInstruction().getOpcode() == Opcodes.RETURN;
  }

  private AbstractInsnNode lastInstruction() {
    AbstractInsnNode node = instructions.getLast();
    while (node.getOpcode() < 0) {
      node = node.getPrevious();
    }
    return node;
  }

  /**
   * Returns the ldc instructions that will certainly take two bytes (and not three, as ldc_w does),
   * because their constants have low indices.
   */
  public Set<AbstractInsnNode> shortConstants() {
    if (constants.isEmpty()) {
      return Collections.emptySet();
    }
    Set<AbstractInsnNode> found = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < constants.size(); i++) {
      int place = constantPlaces[i];
      if (place + 1 < instructionCount
          && offsets[place + 1] - offsets[place] == 2
          && keepsItsIndex(constants.get(i).cst)) {
        found.add(constants.get(i));
      }
    }
    return found;
  }

  /**
   * Returns whether the constant keeps its index when the class is written. Handles and dynamic
   * constants may get new entries.
   */
  private boolean keepsItsIndex(Object constant) {
    return !(constant instanceof Handle)
        && !(constant instanceof ConstantDynamic)
        && !reader.duplicates().contains(constant);
  }

  public boolean hasSubroutines() {
    return hasSubroutines;
  }

  /**
   * Returns whether the code may have a cycle of ordinary edges. Such a cycle needs a backward
   * branch or a subroutine.
   */
  public boolean mayHaveCycle() {
    return hasBackwardTransfer || hasSubroutines;
  }

  /**
   * Returns the bytecode offset of each node, by the node's place in the instruction list; -1 for
   * labels, line numbers and frames.
   */
  public int[] offsetsByPlace() {
    int[] byPlace = new int[instructions.size()];
    int place = 0;
    int instruction = 0;
    for (AbstractInsnNode node = instructions.getFirst(); node != null; node = node.getNext()) {
      byPlace[place++] = node.getOpcode() < 0 ? -1 : offsets[instruction++];
    }
    return byPlace;
  }
}
