package org.kpathjvm.workloads.dacapo.bloat;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Optimises a method in rounds, until nothing changes or the limit of rounds is reached. It
 * propagates and folds constants, decides branches, removes unreachable code, replaces dead stores
 * with pops, and shortens jumps.
 */
final class MethodOptimizer {
  private static final int MOST_ROUNDS = 10;

  private final String owner;
  private final MethodNode method;
  private final InsnList code;

  MethodOptimizer(String owner, MethodNode method) {
    this.owner = owner;
    this.method = method;
    code = method.instructions;
  }

  /** Optimises the method, and verifies the types of its variables and operands. */
  void optimise() throws AnalyzerException {
    boolean isChanged = true;
    for (int round = 0; isChanged && round < MOST_ROUNDS; round++) {
      isChanged = propagateConstants();
      isChanged |= removeDeadStores();
      isChanged |= shortenJumps();
      isChanged |= foldNeighbours();
    }
    new Analyzer<>(new BasicVerifier()).analyze(owner, method);
  }

  private boolean propagateConstants() throws AnalyzerException {
    Frame<BasicValue>[] frames = new Analyzer<>(new ConstantInterpreter()).analyze(owner, method);
    AbstractInsnNode[] instructions = code.toArray();
    boolean isChanged = false;
    for (int i = 0; i < instructions.length; i++) {
      AbstractInsnNode instruction = instructions[i];
      if (frames[i] == null) {
        if (!(instruction instanceof LabelNode)) {
          code.remove(instruction);
          isChanged = true;
        }
      } else if (instruction.getOpcode() == Opcodes.ILOAD) {
        isChanged |= replaceLoad((VarInsnNode) instruction, frames[i]);
      } else if (instruction instanceof JumpInsnNode jump) {
        isChanged |= decide(jump, frames[i]);
      }
    }
    return isChanged;
  }

  private boolean replaceLoad(VarInsnNode load, Frame<BasicValue> frame) {
    Integer number = ConstantInterpreter.known(frame.getLocal(load.var));
    if (number != null) {
      code.set(load, push(number));
    }
    return number != null;
  }

  private boolean decide(JumpInsnNode jump, Frame<BasicValue> frame) {
    int opcode = jump.getOpcode();
    boolean isWithZero = opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE;
    boolean isOfTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE;
    if (!isWithZero && !isOfTwo) {
      return false;
    }
    int top = frame.getStackSize() - 1;
    Integer b = ConstantInterpreter.known(frame.getStack(top));
    Integer a = isOfTwo ? ConstantInterpreter.known(frame.getStack(top - 1)) : b;
    if (a == null || b == null) {
      return false;
    }
    boolean isTaken = ConstantInterpreter.isTaken(opcode, a, isOfTwo ? b : 0);
    code.insertBefore(jump, new InsnNode(isOfTwo ? Opcodes.POP2 : Opcodes.POP));
    if (isTaken) {
      code.set(jump, new JumpInsnNode(Opcodes.GOTO, jump.label));
    } else {
      code.remove(jump);
    }
    return true;
  }

  private boolean removeDeadStores() {
    Liveness liveness = new Liveness(method);
    AbstractInsnNode[] instructions = code.toArray();
    boolean isChanged = false;
    for (int i = 0; i < instructions.length; i++) {
      int opcode = instructions[i].getOpcode();
      if (opcode >= Opcodes.ISTORE
          && opcode <= Opcodes.ASTORE
          && !liveness.isLiveAfter(i, ((VarInsnNode) instructions[i]).var)) {
        boolean isWide = opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
        code.set(instructions[i], new InsnNode(isWide ? Opcodes.POP2 : Opcodes.POP));
        isChanged = true;
      }
    }
    return isChanged;
  }

  /**
   * If a jump leads to a goto, redirects the jump to the goto's target. Removes each goto that
   * leads to the next instruction.
   */
  private boolean shortenJumps() {
    boolean isChanged = false;
    for (AbstractInsnNode instruction : code.toArray()) {
      if (!(instruction instanceof JumpInsnNode jump)) {
        continue;
      }
      AbstractInsnNode target = skipLabels(jump.label);
      if (target instanceof JumpInsnNode next
          && next.getOpcode() == Opcodes.GOTO
          && next.label != jump.label
          && next != jump) {
        jump.label = next.label;
        isChanged = true;
      } else if (jump.getOpcode() == Opcodes.GOTO && skipLabels(jump.getNext()) == target) {
        code.remove(jump);
        isChanged = true;
      }
    }
    return isChanged;
  }

  /**
   * Replaces an operation on two constants with its result, and removes each constant that is
   * popped, together with the pop.
   */
  private boolean foldNeighbours() {
    boolean isChanged = false;
    for (AbstractInsnNode instruction : code.toArray()) {
      AbstractInsnNode last = instruction.getPrevious();
      Integer b = last == null ? null : ConstantInterpreter.constantOf(last);
      if (b == null) {
        continue;
      }
      if (instruction.getOpcode() == Opcodes.POP) {
        code.remove(last);
        code.remove(instruction);
        isChanged = true;
        continue;
      }
      AbstractInsnNode first = last.getPrevious();
      Integer a = first == null ? null : ConstantInterpreter.constantOf(first);
      Integer folded = a == null ? null : ConstantInterpreter.fold(instruction.getOpcode(), a, b);
      if (folded != null) {
        code.remove(first);
        code.remove(last);
        code.set(instruction, push(folded));
        isChanged = true;
      }
    }
    return isChanged;
  }

  private static AbstractInsnNode skipLabels(AbstractInsnNode from) {
    AbstractInsnNode instruction = from;
    while (instruction instanceof LabelNode || instruction instanceof LineNumberNode) {
      instruction = instruction.getNext();
    }
    return instruction;
  }

  private static AbstractInsnNode push(int number) {
    if (number >= -1 && number <= 5) {
      return new InsnNode(Opcodes.ICONST_0 + number);
    }
    if (number >= Byte.MIN_VALUE && number <= Byte.MAX_VALUE) {
      return new IntInsnNode(Opcodes.BIPUSH, number);
    }
    if (number >= Short.MIN_VALUE && number <= Short.MAX_VALUE) {
      return new IntInsnNode(Opcodes.SIPUSH, number);
    }
    return new LdcInsnNode(number);
  }
}
