package org.kpathjvm.core.instrument.metadata;

import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.core.instrument.code.Operand;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The labels of a switch whose keys are numbers that the compiler has generated. Compilers generate
 * keys for switches over strings, patterns and enums. Another compilation may give the labels other
 * numbers. So if two versions of a switch are compared, only the labels show which outcomes are the
 * same.
 *
 * <p>For strings and patterns, the labels are in the code before the switch. For enums, the code
 * only names a table, which may belong to another class ({@link LabelTables}). That class may be
 * loaded later, so the reader of the metadata looks up the labels.
 */
final class SwitchLabels {
  /**
   * Stands for a switch without labels: its keys are the numbers in the source, or the meanings of
   * the keys aren't known.
   */
  private static final SwitchLabels NONE = new SwitchLabels(Map.of(), "");

  private static final String BOOTSTRAPS = "java/lang/runtime/SwitchBootstraps";

  private final Map<Integer, String> labels;
  private final String table;

  private SwitchLabels(Map<Integer, String> labels, String table) {
    this.labels = labels;
    this.table = table;
  }

  /**
   * Finds the labels of a switch.
   *
   * @param place the place of the switch instruction
   * @param selector the value over which the instruction switches
   */
  static SwitchLabels of(OriginalCode code, int place, Operand selector) {
    int before = code.previous(place);
    if (before < 0) {
      return NONE;
    }
    AbstractInsnNode node = code.node(before);
    if (LabelTables.isOrdinal(node)) {
      return inTable(((MethodInsnNode) node).owner);
    }
    if (node.getOpcode() == Opcodes.IALOAD) {
      return ofLookup(code, before, selector);
    }
    if (node instanceof InvokeDynamicInsnNode) {
      return ofPatterns((InvokeDynamicInsnNode) node);
    }
    return node.getOpcode() == Opcodes.ILOAD
        ? ofStrings(code, before, ((VarInsnNode) node).var)
        : NONE;
  }

  /**
   * Returns whether the code before the switch has the labels. Then the selector is a variable of
   * the compiler's own, and the source switches over something else.
   */
  boolean areInCode() {
    return !labels.isEmpty();
  }

  /**
   * Writes the last two items of a switch: an array with the label of each key, and the name of the
   * table that has the labels. A label is empty if it isn't known. If the labels are in a table,
   * the array is empty; if they are in the array, the name is empty. For a switch without labels,
   * this method writes nothing.
   */
  void write(int[] keys, JsonWriter json) {
    if (this == NONE) {
      return;
    }
    json.beginArray();
    for (int key : labels.isEmpty() ? new int[0] : keys) {
      json.value(labels.getOrDefault(key, ""));
    }
    json.endArray().value(table);
  }

  private static SwitchLabels inTable(String name) {
    return new SwitchLabels(Map.of(), name);
  }

  /**
   * Finds the labels of a switch that uses the ordinal of an enum's constant to look up the
   * constant's number in an array.
   */
  private static SwitchLabels ofLookup(OriginalCode code, int load, Operand selector) {
    int index = code.previous(load);
    if (!selector.isKnown() || index < 0 || !LabelTables.isOrdinal(code.node(index))) {
      return NONE;
    }
    AbstractInsnNode array = code.node(selector.first);
    if (array instanceof FieldInsnNode && LabelTables.isTable(((FieldInsnNode) array).name)) {
      FieldInsnNode field = (FieldInsnNode) array;
      return inTable(field.owner + "." + field.name);
    }
    if (array instanceof MethodInsnNode && LabelTables.isTable(((MethodInsnNode) array).name)) {
      MethodInsnNode call = (MethodInsnNode) array;
      return inTable(call.owner + "." + call.name);
    }
    return NONE;
  }

  /** Reads the labels that javac passes to the bootstrap method of a switch over patterns. */
  private static SwitchLabels ofPatterns(InvokeDynamicInsnNode call) {
    if (!call.bsm.getOwner().equals(BOOTSTRAPS)) {
      return NONE;
    }
    Map<Integer, String> found = new HashMap<>();
    found.put(-1, "null");
    for (int at = 0; at < call.bsmArgs.length; at++) {
      found.put(at, label(call.bsmArgs[at], call.bsm.getName().equals("typeSwitch")));
    }
    return new SwitchLabels(found, "");
  }

  /**
   * Returns the label for an argument of a bootstrap method; "" if the label isn't known.
   *
   * @param areTextsLabels whether a string is itself a label, as in a switch over strings, and is
   *     therefore quoted; if false, a string is the name of an enum's constant
   */
  private static String label(Object argument, boolean areTextsLabels) {
    if (argument instanceof Type) {
      String name = ((Type) argument).getClassName();
      return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
    if (argument instanceof ConstantDynamic) {
      // An enum's constant, whose name is the last argument of its bootstrap method.
      ConstantDynamic constant = (ConstantDynamic) argument;
      int last = constant.getBootstrapMethodArgumentCount() - 1;
      Object name = last < 0 ? null : constant.getBootstrapMethodArgument(last);
      return name instanceof String ? (String) name : "";
    }
    if (argument instanceof String) {
      return areTextsLabels ? quoted((String) argument) : (String) argument;
    }
    return argument instanceof Number ? argument.toString() : "";
  }

  /**
   * Reads the strings that javac's code compares with the operand of a switch over strings. The
   * code in front of the switch sets a variable to -1. If one of the strings is equal to the
   * operand, the code then sets the variable to the number of this string. The switch is over this
   * variable.
   */
  private static SwitchLabels ofStrings(OriginalCode code, int load, int variable) {
    Map<Integer, String> found = new HashMap<>();
    for (int at = code.previous(load); at > 0; at = code.previous(at)) {
      AbstractInsnNode node = code.node(at);
      if (node instanceof IincInsnNode && ((IincInsnNode) node).var == variable) {
        return NONE;
      }
      if (node.getOpcode() != Opcodes.ISTORE || ((VarInsnNode) node).var != variable) {
        continue;
      }
      int push = code.previous(at);
      Integer number = push < 0 ? null : LabelTables.constant(code.node(push));
      if (number == null) {
        return NONE;
      }
      if (number == -1) {
        return found.isEmpty() ? NONE : new SwitchLabels(found, "");
      }
      String label = comparedBefore(code, push);
      if (label == null || found.put(number, label) != null) {
        return NONE;
      }
    }
    return NONE;
  }

  /**
   * Returns the string, in quotes, with which the code before a place compares another string; null
   * if there is no such code.
   */
  private static String comparedBefore(OriginalCode code, int place) {
    int jump = code.previous(place);
    int call = jump < 0 ? -1 : code.previous(jump);
    int text = call < 0 ? -1 : code.previous(call);
    if (text < 0 || !isJumpUnlessEqual(code.node(jump)) || !isEquals(code.node(call))) {
      return null;
    }
    AbstractInsnNode pushed = code.node(text);
    Object constant = pushed instanceof LdcInsnNode ? ((LdcInsnNode) pushed).cst : null;
    return constant instanceof String ? quoted((String) constant) : null;
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private static boolean isJumpUnlessEqual(AbstractInsnNode node) {
    return node instanceof JumpInsnNode && node.getOpcode() == Opcodes.IFEQ;
  }

  private static boolean isEquals(AbstractInsnNode node) {
    return node instanceof MethodInsnNode
        && ((MethodInsnNode) node).owner.equals("java/lang/String")
        && ((MethodInsnNode) node).name.equals("equals");
  }
}
