package org.kpathjvm.core.instrument.metadata;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The tables from which a reader of the metadata takes the labels of switches over enums. There are
 * two kinds.
 *
 * <p>A table of the first kind lists an enum's constants, in the order of their ordinals. The table
 * is in the metadata of the static initialiser of the enum's class, and its name is empty.
 *
 * <p>A table of the second kind has the content of an array that a compiler has generated. A switch
 * uses the array to map the ordinal of its operand to a number, and then chooses by this number.
 * javac and Kotlin's compiler fill the array in the static initialiser of a class that they also
 * generate. ecj fills it in a method that it adds to the class with the switch. The table has the
 * name of the array's field, or of ecj's method.
 */
final class LabelTables {
  /** The beginnings of the names of the generated arrays and of ecj's method. */
  private static final List<String> NAMES =
      List.of("$SwitchMap$", "$EnumSwitchMapping$", "$SWITCH_TABLE$");

  private LabelTables() {}

  /**
   * Writes a method's tables as the member {@code tables}; writes nothing if the method has no
   * tables. Each table is an array of three elements: the table's name, the numbers, and the label
   * of each number.
   *
   * @param constants the names of the enum's constants; empty if the method's class isn't an enum
   */
  static void write(OriginalCode code, List<String> constants, JsonWriter json) {
    boolean isInitialiser = code.method.name.equals("<clinit>");
    Map<String, Map<Integer, String>> found =
        isInitialiser || isTable(code.method.name) ? filled(code) : Map.of();
    boolean isOfEnum = isInitialiser && !constants.isEmpty();
    if (found.isEmpty() && !isOfEnum) {
      return;
    }
    json.name("tables").beginArray();
    if (isOfEnum) {
      Map<Integer, String> ordinals = new TreeMap<>();
      constants.forEach(name -> ordinals.put(ordinals.size(), name));
      write("", ordinals, json);
    }
    found.forEach((name, labels) -> write(name, labels, json));
    json.endArray();
  }

  private static void write(String name, Map<Integer, String> labels, JsonWriter json) {
    json.beginArray().value(name);
    json.values(labels.keySet().stream().mapToInt(number -> number).toArray());
    json.values(labels.values()).endArray();
  }

  static boolean isTable(String name) {
    return NAMES.stream().anyMatch(name::startsWith);
  }

  static boolean isOrdinal(AbstractInsnNode node) {
    return node instanceof MethodInsnNode
        && ((MethodInsnNode) node).name.equals("ordinal")
        && ((MethodInsnNode) node).desc.equals("()I");
  }

  /** Returns the int constant that an instruction pushes; null if there isn't one. */
  static Integer constant(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return opcode - Opcodes.ICONST_0;
    }
    if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
      return ((IntInsnNode) node).operand;
    }
    Object loaded = node instanceof LdcInsnNode ? ((LdcInsnNode) node).cst : null;
    return loaded instanceof Integer ? (Integer) loaded : null;
  }

  /**
   * Reads the stores of the form {@code table[CONSTANT.ordinal()] = number}. The code loads the
   * array either from the array's field or from a local variable. If the array is in a variable, it
   * is later stored in the field or returned.
   */
  private static Map<String, Map<Integer, String>> filled(OriginalCode code) {
    Map<String, Map<Integer, String>> found = new LinkedHashMap<>();
    Map<Integer, String> pending = new TreeMap<>();
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      AbstractInsnNode node = code.node(at);
      if (node.getOpcode() == Opcodes.IASTORE) {
        addStore(code, at, found, pending);
      } else if (node.getOpcode() == Opcodes.PUTSTATIC && isTable(((FieldInsnNode) node).name)) {
        addAll(found, ((FieldInsnNode) node).name, pending);
        pending = new TreeMap<>();
      }
    }
    if (isTable(code.method.name)) {
      // ecj's method also keeps the array in a field. The table gets the method's name, because
      // switches call the method.
      for (Map<Integer, String> kept : found.values()) {
        pending.putAll(kept);
      }
      found.clear();
      addAll(found, code.method.name, pending);
    }
    return found;
  }

  private static void addAll(
      Map<String, Map<Integer, String>> found, String name, Map<Integer, String> labels) {
    if (!labels.isEmpty()) {
      found.computeIfAbsent(name, key -> new TreeMap<>()).putAll(labels);
    }
  }

  private static void addStore(
      OriginalCode code,
      int store,
      Map<String, Map<Integer, String>> found,
      Map<Integer, String> pending) {
    int push = code.previous(store);
    int ordinal = push < 0 ? -1 : code.previous(push);
    int constant = ordinal < 0 ? -1 : code.previous(ordinal);
    int array = constant < 0 ? -1 : code.previous(constant);
    if (array < 0 || !isOrdinal(code.node(ordinal))) {
      return;
    }
    Integer number = constant(code.node(push));
    AbstractInsnNode label = code.node(constant);
    AbstractInsnNode table = code.node(array);
    if (number == null || label.getOpcode() != Opcodes.GETSTATIC) {
      return;
    }
    String name = ((FieldInsnNode) label).name;
    if (table.getOpcode() == Opcodes.ALOAD) {
      pending.put(number, name);
    } else if (table.getOpcode() == Opcodes.GETSTATIC && isTable(((FieldInsnNode) table).name)) {
      addAll(found, ((FieldInsnNode) table).name, Map.of(number, name));
    }
  }
}
