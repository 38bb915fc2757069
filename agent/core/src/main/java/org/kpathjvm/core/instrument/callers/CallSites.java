package org.kpathjvm.core.instrument.callers;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.code.OriginalCode;
import org.kpathjvm.core.instrument.code.ResolvedConstants;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The calls in a method's code that may lead to recorded code. They are in the order of the code.
 */
final class CallSites {
  /**
   * Classes of the JDK whose methods, except for {@link #OPEN} and {@link #OPEN_FORMS}, don't run
   * any of the program's code if all arguments are primitive values or strings.
   */
  private static final Set<String> CLOSED =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Math",
          "java/lang/Short",
          "java/lang/StrictMath",
          "java/lang/String",
          "java/lang/StringBuffer",
          "java/lang/StringBuilder");

  /**
   * The names of those methods of {@link #CLOSED} classes that may run the program's code all the
   * same: a {@code CharsetProvider} of the program, or the {@code Properties} that the program has
   * passed to {@code System.setProperties}. Some of these methods read properties only indirectly:
   * they initialise classes of the JDK that read properties, perhaps only to format an exception's
   * message, or they use lambdas, whose implementation reads properties.
   */
  private static final Set<String> OPEN =
      Set.of(
          "appendCodePoint",
          "chars",
          "codePointOf",
          "codePoints",
          "describeConstable",
          "getBoolean",
          "getBytes",
          "getInteger",
          "getLong",
          "getName",
          "indent",
          "lines",
          "matches",
          "parseUnsignedInt",
          "parseUnsignedLong",
          "random",
          "replaceAll",
          "replaceFirst",
          "split",
          "splitWithDelimiters",
          "stripIndent",
          "toChars",
          "translateEscapes");

  /**
   * Methods like those of {@link #OPEN}, but with their classes and parameters, because other
   * methods of the same name don't run the program's code and are called often.
   */
  private static final Set<String> OPEN_FORMS =
      Set.of(
          "java/lang/Byte.parseByte(Ljava/lang/String;I)",
          "java/lang/Byte.valueOf(Ljava/lang/String;I)",
          "java/lang/Character.toString(I)",
          "java/lang/Double.toHexString(D)",
          "java/lang/Float.toHexString(F)",
          "java/lang/Integer.parseInt(Ljava/lang/String;I)",
          "java/lang/Integer.valueOf(Ljava/lang/String;I)",
          "java/lang/Long.parseLong(Ljava/lang/String;I)",
          "java/lang/Long.valueOf(Ljava/lang/String;I)",
          "java/lang/Short.parseShort(Ljava/lang/String;I)",
          "java/lang/Short.valueOf(Ljava/lang/String;I)");

  private static final String STRING = "Ljava/lang/String;";

  private final OriginalCode code;
  private final List<Integer> places;
  private final boolean runsOtherCode;

  private CallSites(OriginalCode code, List<Integer> places, boolean runsOtherCode) {
    this.code = code;
    this.places = places;
    this.runsOtherCode = runsOtherCode;
  }

  /**
   * Finds the calls in a method.
   *
   * @param recordsJdk whether methods of the JDK may be recorded. If so, every call is a site,
   *     except a call of an array's {@code clone()}
   */
  static CallSites of(MethodCode method, boolean recordsJdk) {
    OriginalCode code = method.original;
    List<Integer> places = new ArrayList<>();
    boolean other = false;
    for (int at = code.instructionFrom(0); at < code.size(); at = code.next(at)) {
      AbstractInsnNode instruction = code.node(at);
      if (isSite(instruction, recordsJdk)) {
        places.add(at);
      } else {
        other |= mayRunOtherCode(instruction, method.facts.name);
      }
    }
    return new CallSites(code, places, other || !places.isEmpty());
  }

  private static boolean isSite(AbstractInsnNode instruction, boolean recordsJdk) {
    return instruction instanceof InvokeDynamicInsnNode
        || instruction instanceof MethodInsnNode
            && !isClosed((MethodInsnNode) instruction, recordsJdk);
  }

  private static boolean isClosed(MethodInsnNode call, boolean recordsJdk) {
    if (call.owner.charAt(0) == '[') {
      // An array's methods are those of Object. In class files, all calls of them except clone()
      // name Object as the owner.
      return call.name.equals("clone");
    }
    if (recordsJdk || !CLOSED.contains(call.owner) || isOpen(call)) {
      return false;
    }
    for (Type argument : Type.getArgumentTypes(call.desc)) {
      boolean isPrimitive = argument.getSort() < Type.ARRAY;
      if (!isPrimitive && !argument.getDescriptor().equals(STRING)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOpen(MethodInsnNode call) {
    String parameters = call.desc.substring(0, call.desc.indexOf(')') + 1);
    return OPEN.contains(call.name)
        || OPEN_FORMS.contains(call.owner + "." + call.name + parameters);
  }

  /**
   * Returns whether an instruction that isn't a call may make the JVM load or initialise a class.
   * The JVM may then run a class loader or static initialiser of the program.
   */
  private static boolean mayRunOtherCode(AbstractInsnNode instruction, String ownClass) {
    switch (instruction.getOpcode()) {
      case Opcodes.GETSTATIC:
      case Opcodes.PUTSTATIC:
      case Opcodes.GETFIELD:
      case Opcodes.PUTFIELD:
        return !((FieldInsnNode) instruction).owner.equals(ownClass);
      case Opcodes.NEW:
      case Opcodes.ANEWARRAY:
      case Opcodes.MULTIANEWARRAY:
      case Opcodes.CHECKCAST:
      case Opcodes.INSTANCEOF:
        return true;
      case Opcodes.LDC:
        return ResolvedConstants.isLoadedBy(instruction);
      default:
        return false;
    }
  }

  /** Returns the number of calls. They are numbered from 0, in the order of the code. */
  int size() {
    return places.size();
  }

  /**
   * Returns whether recorded code can be entered while the method is the topmost recorded method on
   * the stack.
   */
  boolean runOtherCode() {
    return runsOtherCode;
  }

  /** Returns the place, in the original instruction list, of the call with this number. */
  int place(int number) {
    return places.get(number);
  }

  AbstractInsnNode call(int number) {
    return code.node(place(number));
  }

  /**
   * Writes the bytecode offset and the source line of each call as the member {@code call_sites}.
   * The source line is -1 if the class file gives none for the call.
   */
  void write(JsonWriter json) {
    json.name("call_sites").beginArray();
    for (int place : places) {
      int offset = code.offset(place);
      json.beginArray().value(offset).value(code.lines.at(offset)).endArray();
    }
    json.endArray();
  }
}
