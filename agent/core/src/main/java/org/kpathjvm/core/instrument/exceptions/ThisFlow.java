package org.kpathjvm.core.instrument.exceptions;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.kpathjvm.core.instrument.code.CodeBlocks;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.StackEffect;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Follows {@code this} through an instance method's locals and stack. It finds the constructor
 * calls that initialise {@code this} rather than an object that was created by new. It also finds
 * the instructions that run before these calls, and the accesses to fields of {@code this}.
 */
public final class ThisFlow {
  private final OriginalCode code;
  private final CodeBlocks blocks;
  private final ThisSlots[] atBlock;
  private final Deque<Integer> pending = new ArrayDeque<>();
  private final BitSet before = new BitSet();
  private final BitSet lost = new BitSet();
  private final BitSet initialisations = new BitSet();
  private final BitSet fieldAccesses = new BitSet();

  private ThisFlow(OriginalCode code, CodeBlocks blocks) {
    this.code = code;
    this.blocks = blocks;
    atBlock = new ThisSlots[blocks.count()];
  }

  /**
   * Analyses a method.
   *
   * @throws IllegalStateException if the analysis fails, which it does only for code that every JVM
   *     rejects
   */
  public static ThisFlow of(OriginalCode code, CodeBlocks blocks) {
    ThisFlow flow = new ThisFlow(code, blocks);
    flow.run();
    return flow;
  }

  /** Returns whether {@code this} is still uninitialised when the instruction runs. */
  public boolean isBeforeInitialisation(int place) {
    return before.get(place);
  }

  /** Returns whether local 0 may hold something other than {@code this} after the instruction. */
  boolean mayHaveLostThis(int place) {
    return lost.get(place);
  }

  /** Returns the places of the calls of this() and super(). */
  public BitSet initialisations() {
    return initialisations;
  }

  /**
   * Returns whether the instruction is a getfield or putfield that always accesses a field of
   * {@code this}, after {@code this} has been initialised.
   */
  boolean isFieldOfThis(int place) {
    return fieldAccesses.get(place);
  }

  private void run() {
    arrive(0, ThisSlots.atEntry(!code.isConstructor()));
    while (!pending.isEmpty()) {
      int block = pending.pop();
      ThisSlots state = atBlock[block].copy();
      boolean changed = true;
      for (int at = blocks.first(block); at <= blocks.last(block); at = code.next(at)) {
        before.set(at, !state.initialised);
        reachHandlers(at, state, changed);
        step(at, state);
        lost.set(at, !state.locals.get(0));
        int opcode = code.node(at).getOpcode();
        changed = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE || initialisations.get(at);
      }
      for (int to : blocks.graph().successors(block)) {
        arrive(to, state);
      }
    }
  }

  /**
   * Passes the state to the handlers that cover the instruction. A handler that has already
   * received this state is skipped.
   */
  private void reachHandlers(int at, ThisSlots state, boolean changed) {
    for (HandlerRange range : blocks.ranges()) {
      if (range.covers(at) && (changed || range.start == at)) {
        arrive(range.handler, state.atHandler());
      }
    }
  }

  private void arrive(int block, ThisSlots state) {
    if (atBlock[block] == null) {
      atBlock[block] = state.copy();
      pending.push(block);
    } else if (atBlock[block].meet(state)) {
      pending.push(block);
    }
  }

  private void step(int at, ThisSlots state) {
    AbstractInsnNode instruction = code.node(at);
    int opcode = instruction.getOpcode();
    switch (opcode) {
      case Opcodes.ALOAD:
        state.push(state.locals.get(((VarInsnNode) instruction).var));
        return;
      case Opcodes.ASTORE:
        state.locals.set(((VarInsnNode) instruction).var, state.pop());
        return;
      case Opcodes.DUP:
        state.duplicate(1, 0);
        return;
      case Opcodes.DUP_X1:
        state.duplicate(1, 1);
        return;
      case Opcodes.DUP_X2:
        state.duplicate(1, 2);
        return;
      case Opcodes.DUP2:
        state.duplicate(2, 0);
        return;
      case Opcodes.DUP2_X1:
        state.duplicate(2, 1);
        return;
      case Opcodes.DUP2_X2:
        state.duplicate(2, 2);
        return;
      case Opcodes.SWAP:
        boolean top = state.pop();
        boolean below = state.pop();
        state.push(top);
        state.push(below);
        return;
      default:
        calculate(at, instruction, state);
    }
  }

  private void calculate(int at, AbstractInsnNode instruction, ThisSlots state) {
    int pops = StackEffect.pops(instruction);
    int opcode = instruction.getOpcode();
    if (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD) {
      // A block may be visited again when less is known about the state at its entry. Then the next
      // line may clear the bit that the earlier visit set.
      fieldAccesses.set(at, state.initialised && state.peek(pops - 1));
    } else if (isConstructorCall(instruction) && state.peek(pops - 1) && !state.initialised) {
      initialisations.set(at);
      state.initialised = true;
    } else if (instruction instanceof VarInsnNode) {
      forget((VarInsnNode) instruction, state);
    }
    for (int i = 0; i < pops; i++) {
      state.pop();
    }
    for (int i = StackEffect.pushes(instruction); i > 0; i--) {
      state.push(false);
    }
  }

  /** Records that a local variable in which a number is stored no longer holds {@code this}. */
  private static void forget(VarInsnNode instruction, ThisSlots state) {
    int opcode = instruction.getOpcode();
    if (opcode >= Opcodes.ISTORE) {
      state.locals.clear(instruction.var);
      if (opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE) {
        state.locals.clear(instruction.var + 1);
      }
    }
  }

  private static boolean isConstructorCall(AbstractInsnNode instruction) {
    return instruction.getOpcode() == Opcodes.INVOKESPECIAL
        && ((MethodInsnNode) instruction).name.equals("<init>");
  }
}
