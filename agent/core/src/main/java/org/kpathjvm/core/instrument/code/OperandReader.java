package org.kpathjvm.core.instrument.code;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds expressions for the values that branches and switches test, by reading the code backwards.
 * A value can't be read if another block pushed it, or if it comes from an instruction that this
 * class doesn't follow, such as new or swap.
 */
public final class OperandReader {
  private static final int MOST_NESTED = 12;
  private static final String[] ARITHMETIC = {"+", "-", "*", "/", "%"};
  private static final String[] BITWISE = {"<<", ">>", ">>>", "&", "|", "^"};

  private final OriginalCode code;
  private final LocalNames names;
  private int firstOfBlock;

  /** The place of the instruction that uses the value. */
  private int end;

  public OperandReader(OriginalCode code) {
    this.code = code;
    names = new LocalNames(code);
  }

  /**
   * Returns the value on top of the stack before an instruction.
   *
   * @param place the place of the instruction
   * @param firstPlaceOfBlock the place where the instruction's block begins
   * @param type the type of the operand that is returned if the value can't be read
   */
  public Operand before(int place, int firstPlaceOfBlock, char type) {
    firstOfBlock = firstPlaceOfBlock;
    end = place;
    return orUntold(read(code.previous(place), 0), type);
  }

  /**
   * Returns the value that is directly below an operand on the stack.
   *
   * @param firstPlaceOfBlock the place where the block begins
   * @param type the type of the operand that is returned if the value can't be read
   */
  public Operand below(Operand top, int firstPlaceOfBlock, char type) {
    firstOfBlock = firstPlaceOfBlock;
    return orUntold(top.isKnown() ? read(code.previous(top.first), 0) : null, type);
  }

  private static Operand orUntold(Operand read, char type) {
    return read == null || read.isPushedBefore() ? Operand.untold(type) : read;
  }

  /** Returns the value on top of the stack after an instruction; null if it can't be read. */
  private Operand read(int place, int depth) {
    if (depth > MOST_NESTED) {
      return null;
    }
    if (place < firstOfBlock) {
      // Everything below this value was pushed before the block, too.
      return Operand.pushedBefore(firstOfBlock);
    }
    AbstractInsnNode node = code.node(place);
    int opcode = node.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return Operand.constant(opcode - Opcodes.ICONST_0, place);
    }
    if (opcode >= Opcodes.LCONST_0 && opcode <= Opcodes.DCONST_1) {
      return constant(opcode, place);
    }
    if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
      return local((VarInsnNode) node, place);
    }
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      Operand index = read(code.previous(place), depth + 1);
      Operand array = index == null ? null : read(code.previous(index.first), depth + 1);
      return array == null
          ? null
          : Operand.of(
              array.nested() + "[" + index.text + "]",
              "IJFDAICS".charAt(opcode - Opcodes.IALOAD),
              array.first);
    }
    if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      return assigned((VarInsnNode) node, place, depth);
    }
    if (opcode >= Opcodes.IADD && opcode <= Opcodes.DREM) {
      return binary(ARITHMETIC[(opcode - Opcodes.IADD) / 4], "IJFD", opcode, place, depth);
    }
    if (opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR) {
      return binary(BITWISE[(opcode - Opcodes.ISHL) / 2], "IJ", opcode, place, depth);
    }
    if (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) {
      return converted(opcode, place, depth);
    }
    return other(node, opcode, place, depth);
  }

  private static Operand constant(int opcode, int place) {
    if (opcode <= Opcodes.LCONST_1) {
      return Operand.of(opcode - Opcodes.LCONST_0 + "L", 'J', place);
    }
    return opcode <= Opcodes.FCONST_2
        ? Operand.of(opcode - Opcodes.FCONST_0 + ".0f", 'F', place)
        : Operand.of(opcode - Opcodes.DCONST_0 + ".0", 'D', place);
  }

  private Operand local(VarInsnNode load, int place) {
    LocalVariableNode variable = names.at(place, load.var);
    char type = "IJFDA".charAt(load.getOpcode() - Opcodes.ILOAD);
    if (type == 'I' && isChangedUnseen(load, place)) {
      return null;
    }
    String change = type == 'I' ? changeBehind(load, place) : "";
    if (variable == null) {
      boolean isThis = load.var == 0 && type == 'A' && (code.method.access & 8) == 0;
      return Operand.of((isThis ? "this" : "local " + load.var) + change, type, place);
    }
    return Operand.of(variable.name + change, typeOf(variable.desc), place);
  }

  /**
   * Returns {@code ++} or {@code --} if a variable is changed by 1 directly after it is loaded, and
   * "" if not.
   */
  private String changeBehind(VarInsnNode load, int place) {
    int behind = place + 1;
    while (behind < end && !code.isInstruction(behind)) {
      behind++;
    }
    if (behind >= end || !(code.node(behind) instanceof IincInsnNode)) {
      return "";
    }
    IincInsnNode change = (IincInsnNode) code.node(behind);
    return change.var != load.var || Math.abs(change.incr) != 1
        ? ""
        : change.incr > 0 ? "++" : "--";
  }

  /**
   * Returns whether an iinc changes a variable after it is loaded and before the value is used, in
   * a way that no operand's text shows.
   */
  private boolean isChangedUnseen(VarInsnNode load, int place) {
    for (int behind = place + 1; behind < end; behind++) {
      if (!code.isInstruction(behind) || !(code.node(behind) instanceof IincInsnNode)) {
        continue;
      }
      int before = code.previous(behind);
      boolean isSeen =
          code.node(before).getOpcode() == Opcodes.ILOAD
              && !changeBehind((VarInsnNode) code.node(before), before).isEmpty();
      if (((IincInsnNode) code.node(behind)).var == load.var && !isSeen) {
        return true;
      }
    }
    return false;
  }

  /** Reads a value of which one copy is stored and the other is used, as in {@code (x = y) > 0}. */
  private Operand assigned(VarInsnNode store, int place, int depth) {
    int duplicated = code.previous(place);
    boolean isUsed =
        duplicated >= firstOfBlock
            && (code.node(duplicated).getOpcode() == Opcodes.DUP
                || code.node(duplicated).getOpcode() == Opcodes.DUP2);
    Operand value = isUsed ? read(code.previous(duplicated), depth + 1) : null;
    if (value == null) {
      return null;
    }
    LocalVariableNode variable = names.at(code.next(place), store.var);
    String name = variable == null ? "local " + store.var : variable.name;
    char type =
        value.isPushedBefore() ? "IJFDA".charAt(store.getOpcode() - Opcodes.ISTORE) : value.type;
    return Operand.binary(name + " = " + value.text, type, value.first);
  }

  private Operand binary(String operator, String types, int opcode, int place, int depth) {
    Operand right = read(code.previous(place), depth + 1);
    Operand left = right == null ? null : read(code.previous(right.first), depth + 1);
    if (left == null) {
      return null;
    }
    int base = types.length() == 4 ? Opcodes.IADD : Opcodes.ISHL;
    char type = types.charAt((opcode - base) % types.length());
    boolean isLogical = left.type == 'Z' && right.type == 'Z';
    return Operand.binary(
        left.nested() + " " + operator + " " + right.nested(), isLogical ? 'Z' : type, left.first);
  }

  private Operand converted(int opcode, int place, int depth) {
    Operand value = read(code.previous(place), depth + 1);
    if (value == null) {
      return null;
    }
    char type = "JFDIFDIJDIJFBCS".charAt(opcode - Opcodes.I2L);
    switch (opcode) {
      case Opcodes.L2I:
      case Opcodes.F2I:
      case Opcodes.F2L:
      case Opcodes.D2I:
      case Opcodes.D2L:
      case Opcodes.D2F:
      case Opcodes.I2B:
      case Opcodes.I2C:
      case Opcodes.I2S:
        String name = Type.getType(String.valueOf(type)).getClassName();
        return Operand.of("(" + name + ") " + value.nested(), type, value.first);
      default:
        return Operand.of(value.nested(), type, value.first);
    }
  }

  private Operand other(AbstractInsnNode node, int opcode, int place, int depth) {
    switch (opcode) {
      case Opcodes.ACONST_NULL:
        return Operand.of("null", 'A', place);
      case Opcodes.BIPUSH:
      case Opcodes.SIPUSH:
        return Operand.constant(((IntInsnNode) node).operand, place);
      case Opcodes.LDC:
        return loaded(((LdcInsnNode) node).cst, place);
      case Opcodes.DUP:
        Operand copied = read(code.previous(place), depth + 1);
        return copied == null ? null : copied.copiedAt(place);
      case Opcodes.IINC:
        // An iinc doesn't touch the stack, so the value was pushed before it.
        return read(code.previous(place), depth + 1);
      case Opcodes.INEG:
      case Opcodes.LNEG:
      case Opcodes.FNEG:
      case Opcodes.DNEG:
        Operand value = read(code.previous(place), depth + 1);
        if (value == null) {
          return null;
        }
        char number = "IJFD".charAt(opcode - Opcodes.INEG);
        String positive = value.nested();
        // Two minus signs in a row would look like a decrement.
        String negative = positive.startsWith("-") ? "-(" + positive + ")" : "-" + positive;
        return Operand.of(negative, number, value.first);
      case Opcodes.GETSTATIC:
        FieldInsnNode shared = (FieldInsnNode) node;
        return Operand.of(simple(shared.owner) + "." + shared.name, typeOf(shared.desc), place);
      case Opcodes.GETFIELD:
        FieldInsnNode field = (FieldInsnNode) node;
        Operand owner = read(code.previous(place), depth + 1);
        return owner == null
            ? null
            : Operand.of(member(owner) + field.name, typeOf(field.desc), owner.first);
      case Opcodes.ARRAYLENGTH:
        Operand array = read(code.previous(place), depth + 1);
        return array == null ? null : Operand.of(array.nested() + ".length", 'I', array.first);
      case Opcodes.CHECKCAST:
        return read(code.previous(place), depth + 1);
      case Opcodes.INSTANCEOF:
        Operand object = read(code.previous(place), depth + 1);
        String type = simple(((TypeInsnNode) node).desc);
        return object == null
            ? null
            : Operand.binary(object.nested() + " instanceof " + type, 'Z', object.first);
      case Opcodes.INVOKEVIRTUAL:
      case Opcodes.INVOKESPECIAL:
      case Opcodes.INVOKEINTERFACE:
      case Opcodes.INVOKESTATIC:
        MethodInsnNode call = (MethodInsnNode) node;
        String on = opcode == Opcodes.INVOKESTATIC ? simple(call.owner) + "." : null;
        return called(on, call.name, call.desc, place, depth);
      case Opcodes.INVOKEDYNAMIC:
        InvokeDynamicInsnNode dynamic = (InvokeDynamicInsnNode) node;
        // Source code has no name for a lambda or method reference. The instruction has the name of
        // the functional interface's method, which would mislead.
        String made =
            dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
                ? "lambda"
                : dynamic.name;
        return called("", made, dynamic.desc, place, depth);
      default:
        return null;
    }
  }

  private static Operand loaded(Object constant, int place) {
    if (constant instanceof Integer) {
      return Operand.constant((Integer) constant, place);
    }
    if (constant instanceof String) {
      return Operand.of(literal((String) constant), 'A', place);
    }
    if (constant instanceof Type && ((Type) constant).getSort() != Type.METHOD) {
      return Operand.of(simple(((Type) constant).getInternalName()) + ".class", 'A', place);
    }
    if (constant instanceof Long) {
      return Operand.of(constant + "L", 'J', place);
    }
    if (constant instanceof Float) {
      return Operand.of(constant + "f", 'F', place);
    }
    // Source code has no literals for other constants, such as method types.
    return constant instanceof Double ? Operand.of(constant.toString(), 'D', place) : null;
  }

  /**
   * Returns the result of a call; null if it can't be read.
   *
   * @param on the text before the method's name; null if the method is called on an object on the
   *     stack
   */
  private Operand called(String on, String name, String descriptor, int place, int depth) {
    char type = typeOf(Type.getReturnType(descriptor).getDescriptor());
    if (type == 'V') {
      return null;
    }
    int first = place;
    StringBuilder arguments = new StringBuilder();
    for (int left = Type.getArgumentTypes(descriptor).length; left > 0; left--) {
      Operand argument = read(code.previous(first), depth + 1);
      if (argument == null) {
        return null;
      }
      arguments.insert(0, left > 1 ? ", " + argument.text : argument.text);
      first = argument.first;
    }
    String prefix = on;
    if (on == null) {
      Operand object = read(code.previous(first), depth + 1);
      if (object == null) {
        return null;
      }
      prefix = member(object);
      first = object.first;
    }
    return Operand.of(prefix + name + "(" + arguments + ")", type, first);
  }

  private static String member(Operand owner) {
    return owner.text.equals("this") ? "" : owner.nested() + ".";
  }

  private static char typeOf(String descriptor) {
    char first = descriptor.charAt(0);
    return first == 'L' || first == '[' ? 'A' : first;
  }

  /** Returns a string as a Java literal, so that a reader can see where the string ends. */
  private static String literal(String text) {
    String escaped =
        text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t");
    return "\"" + escaped + "\"";
  }

  /** Returns a class's name without the package and without the enclosing classes. */
  private static String simple(String internalName) {
    if (internalName.startsWith("[")) {
      Type array = Type.getObjectType(internalName);
      Type element = array.getElementType();
      String name =
          element.getSort() == Type.OBJECT
              ? simple(element.getInternalName())
              : element.getClassName();
      return name + "[]".repeat(array.getDimensions());
    }
    String name = internalName.substring(internalName.lastIndexOf('/') + 1);
    int nested = name.lastIndexOf('$');
    return nested > 0 && nested < name.length() - 1 ? name.substring(nested + 1) : name;
  }
}
