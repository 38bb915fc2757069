package org.kpathjvm.core.instrument.metadata;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpathjvm.core.instrument.code.HandlerRange;
import org.kpathjvm.core.instrument.code.Operand;
import org.kpathjvm.core.instrument.code.OperandReader;
import org.kpathjvm.core.instrument.code.SwitchTargets;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * Writes the metadata member {@code decisions}, which describes a method's branches, switches and
 * handlers.
 *
 * <p>A branch is written as a comparison, the block that follows if the comparison is true, and the
 * block that follows if it is false. Compiled code usually jumps if the condition in the source is
 * false, so the opposite of the jump's comparison is written. The exceptions are {@code <}, {@code
 * <=}, {@code >} and {@code >=} of floating-point numbers, which are false for NaN in the source.
 * For these, either the jump's comparison or its opposite is written: the one that the code
 * evaluates to false for NaN. A test of a boolean is written with the operator {@code true} and a
 * single operand.
 *
 * <p>The seventh item of a decision is the number of instructions of its test: those in the block
 * that compute the operands, and the one that branches. The number is -1 if these instructions
 * can't be distinguished from others in the block. It is 0 for a handler, which tests nothing. If
 * the keys of a switch are the compiler's own numbers, two more items give the meanings of the keys
 * ({@link SwitchLabels}).
 */
final class Decisions {
  private static final String[] OPERATORS = {"==", "!=", "<", ">=", ">", "<="};

  private final MethodPlan plan;
  private final OperandReader reader;

  Decisions(MethodPlan plan) {
    this.plan = plan;
    reader = new OperandReader(plan.code.original);
  }

  void write(JsonWriter json) {
    json.name("decisions").beginArray();
    for (int block = 0; block < plan.code.blocks.count(); block++) {
      int[] targets = plan.code.switchTargets.of(block);
      if (targets != null) {
        writeSwitch(block, targets, json);
      } else if (isBranch(block)) {
        writeBranch(block, json);
      }
    }
    writeHandlers(json);
    json.endArray();
  }

  private boolean isBranch(int block) {
    return plan.code.blocks.lastInstruction(block) instanceof JumpInsnNode
        && plan.code.graph.successors(block).length == 2;
  }

  /**
   * Returns the place of the first instruction of a block's test; -1 if the block tests nothing, or
   * if the instructions of the test can't be distinguished from others in the block.
   */
  int firstOfTest(int block) {
    boolean isTest = plan.code.switchTargets.of(block) != null || isBranch(block);
    return isTest ? operands(block)[0].first : -1;
  }

  /**
   * Returns whether a block ends with a switch over a variable of the compiler's own, which a
   * switch over strings or patterns needs.
   */
  boolean isOverOwnVariable(int block) {
    return plan.code.switchTargets.of(block) != null
        && labels(block, operands(block)[0]).areInCode();
  }

  private SwitchLabels labels(int block, Operand selector) {
    return SwitchLabels.of(plan.code.original, plan.code.blocks.last(block), selector);
  }

  /** Returns the operands of a branch's or a switch's test that are on the stack. */
  private Operand[] operands(int block) {
    int opcode = plan.code.blocks.lastInstruction(block).getOpcode();
    int last = plan.code.blocks.last(block);
    int first = plan.code.blocks.first(block);
    char type = operandType(opcode);
    int compared = comparison(block);
    boolean isOfTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
    if (compared < 0 && !isOfTwo) {
      return new Operand[] {reader.before(last, first, type)};
    }
    if (compared >= 0) {
      type = comparedType(plan.code.original.node(compared).getOpcode());
    }
    Operand top = reader.before(compared < 0 ? last : compared, first, type);
    return new Operand[] {reader.below(top, first, type), top};
  }

  /** Returns the type of the values that a jump or a switch itself takes from the stack. */
  private static char operandType(int opcode) {
    boolean isOfReferences = opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE;
    return isOfReferences || opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL ? 'A' : 'I';
  }

  private static char comparedType(int opcode) {
    return opcode == Opcodes.LCMP ? 'J' : opcode <= Opcodes.FCMPG ? 'F' : 'D';
  }

  /**
   * Returns the place of the instruction that compares the numbers on whose order a block's jump
   * depends; -1 if the jump itself compares.
   */
  private int comparison(int block) {
    int before = plan.code.original.previous(plan.code.blocks.last(block));
    if (before < plan.code.blocks.first(block)
        || plan.code.blocks.lastInstruction(block).getOpcode() > Opcodes.IFLE) {
      return -1;
    }
    int opcode = plan.code.original.node(before).getOpcode();
    return opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG ? before : -1;
  }

  private void writeSwitch(int block, int[] targets, JsonWriter json) {
    Operand selector = operands(block)[0];
    json.beginArray().value(block).value("switch").value(String.valueOf(selector.type));
    json.beginArray().value(selector.text).endArray();
    int[] keys = SwitchTargets.keys(plan.code.blocks.lastInstruction(block));
    json.values(keys).values(targets).value(instructionsFrom(selector, block));
    labels(block, selector).write(keys, json);
    json.endArray();
  }

  /**
   * Counts a block's instructions, from the first that helps to compute an operand to the block's
   * last; returns -1 if the operand isn't known.
   */
  private int instructionsFrom(Operand operand, int block) {
    if (!operand.isKnown()) {
      return -1;
    }
    int count = 0;
    for (int place = operand.first; place <= plan.code.blocks.last(block); place++) {
      if (plan.code.original.isInstruction(place)) {
        count++;
      }
    }
    return count;
  }

  private void writeBranch(int block, JsonWriter json) {
    int opcode = plan.code.blocks.lastInstruction(block).getOpcode();
    int jump = operator(opcode);
    String operator = OPERATORS[jump ^ 1];
    boolean holdsOnJump = false;
    Operand[] operands = operands(block);
    Operand left = operands[0];
    String right = operands.length > 1 ? operands[1].text : null;
    char type = left.type;
    int comparison = comparison(block);
    if (comparison >= 0) {
      int compared = plan.code.original.node(comparison).getOpcode();
      type = comparedType(compared);
      holdsOnJump = isFalseForNan(compared, jump);
      operator = OPERATORS[holdsOnJump ? jump : jump ^ 1];
    } else if (right == null && type == 'Z' && jump < 2) {
      operator = "true";
      holdsOnJump = opcode == Opcodes.IFNE;
    } else if (right == null) {
      right = operandType(opcode) == 'A' ? "null" : "0";
    }
    int[] successors = plan.code.graph.successors(block);
    json.beginArray().value(block).value(operator).value(String.valueOf(type));
    json.beginArray().value(right == null ? left.text : left.nested());
    if (right != null) {
      json.value(right);
    }
    json.endArray().values(1, 0);
    json.values(successors[holdsOnJump ? 0 : 1], successors[holdsOnJump ? 1 : 0])
        .value(instructionsFrom(left, block))
        .endArray();
  }

  /**
   * Returns the index, in {@link #OPERATORS}, of the comparison that is true when the branch jumps.
   */
  private static int operator(int opcode) {
    if (opcode >= Opcodes.IFNULL) {
      return opcode - Opcodes.IFNULL;
    }
    if (opcode >= Opcodes.IF_ACMPEQ) {
      return opcode - Opcodes.IF_ACMPEQ;
    }
    return opcode >= Opcodes.IF_ICMPEQ ? opcode - Opcodes.IF_ICMPEQ : opcode - Opcodes.IFEQ;
  }

  /**
   * Returns whether a jump compares floating-point numbers by one of {@code < <= > >=} and doesn't
   * jump for NaN. With == and !=, the opposite of the jump's comparison is right for NaN too.
   */
  private static boolean isFalseForNan(int compared, int jump) {
    if (compared == Opcodes.LCMP || jump < 2) {
      return false;
    }
    boolean isLess = OPERATORS[jump].startsWith("<");
    boolean nanIsGreater = compared == Opcodes.FCMPG || compared == Opcodes.DCMPG;
    return isLess == nanIsGreater;
  }

  private void writeHandlers(JsonWriter json) {
    Map<Integer, Set<String>> caught = new TreeMap<>();
    for (HandlerRange range : plan.code.blocks.ranges()) {
      if (range.handler >= 0) {
        caught
            .computeIfAbsent(range.handler, block -> new TreeSet<>())
            .add(range.catchesAll() ? "" : range.entry.type);
      }
    }
    caught.forEach(
        (block, types) -> {
          json.beginArray().value(block).value("caught").value("A").values(types);
          json.beginArray().endArray().beginArray().endArray().value(0).endArray();
        });
  }
}
