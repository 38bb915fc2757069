package org.kpathjvm.workloads.dacapo.bloat;

import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Finds the ints that have the same known value on every path to an instruction. */
final class ConstantInterpreter extends BasicInterpreter {

  /**
   * An int, together with its value if that is known. Unlike ASM's own ints, constants with
   * different values aren't equal.
   */
  static final class Constant extends BasicValue {
    private static final Constant UNKNOWN = new Constant(null);

    private final Integer number;

    private Constant(Integer number) {
      super(Type.INT_TYPE);
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Constant constant && Objects.equals(constant.number, number);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(number);
    }
  }

  ConstantInterpreter() {
    super(Opcodes.ASM9);
  }

  /** Returns the number that a value stands for; null if that number isn't known. */
  static Integer known(BasicValue value) {
    return value instanceof Constant constant ? constant.number : null;
  }

  private static BasicValue marked(BasicValue value) {
    return BasicValue.INT_VALUE.equals(value) && !(value instanceof Constant)
        ? Constant.UNKNOWN
        : value;
  }

  @Override
  public BasicValue newValue(Type type) {
    return marked(super.newValue(type));
  }

  @Override
  public BasicValue newOperation(AbstractInsnNode instruction) throws AnalyzerException {
    Integer constant = constantOf(instruction);
    return constant == null ? marked(super.newOperation(instruction)) : new Constant(constant);
  }

  /** Returns the constant int that an instruction pushes; null if it pushes none. */
  static Integer constantOf(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return opcode - Opcodes.ICONST_0;
    }
    if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
      return ((IntInsnNode) instruction).operand;
    }
    if (instruction instanceof LdcInsnNode ldc && ldc.cst instanceof Integer number) {
      return number;
    }
    return null;
  }

  @Override
  public BasicValue copyOperation(AbstractInsnNode instruction, BasicValue value) {
    return value;
  }

  @Override
  public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value)
      throws AnalyzerException {
    Integer number = known(value);
    Integer folded = number == null ? null : fold(instruction, number);
    return folded == null ? marked(super.unaryOperation(instruction, value)) : new Constant(folded);
  }

  private static Integer fold(AbstractInsnNode instruction, int number) {
    return switch (instruction.getOpcode()) {
      case Opcodes.INEG -> -number;
      case Opcodes.I2B -> (int) (byte) number;
      case Opcodes.I2C -> (int) (char) number;
      case Opcodes.I2S -> (int) (short) number;
      case Opcodes.IINC -> number + ((IincInsnNode) instruction).incr;
      default -> null;
    };
  }

  @Override
  public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue a, BasicValue b)
      throws AnalyzerException {
    Integer first = known(a);
    Integer second = known(b);
    if (first != null && second != null) {
      Integer folded = fold(instruction.getOpcode(), first, second);
      if (folded != null) {
        return new Constant(folded);
      }
    }
    return marked(super.binaryOperation(instruction, a, b));
  }

  /** Returns the result; null if the opcode isn't one of these, or if the operation would throw. */
  static Integer fold(int opcode, int a, int b) {
    return switch (opcode) {
      case Opcodes.IADD -> a + b;
      case Opcodes.ISUB -> a - b;
      case Opcodes.IMUL -> a * b;
      case Opcodes.IDIV -> b == 0 ? null : Integer.valueOf(a / b);
      case Opcodes.IREM -> b == 0 ? null : Integer.valueOf(a % b);
      case Opcodes.ISHL -> a << b;
      case Opcodes.ISHR -> a >> b;
      case Opcodes.IUSHR -> a >>> b;
      case Opcodes.IAND -> a & b;
      case Opcodes.IOR -> a | b;
      case Opcodes.IXOR -> a ^ b;
      default -> null;
    };
  }

  /** Returns whether a jump that compares a with b is taken. If it compares with 0, b must be 0. */
  static boolean isTaken(int opcode, int a, int b) {
    return switch (opcode) {
      case Opcodes.IFEQ, Opcodes.IF_ICMPEQ -> a == b;
      case Opcodes.IFNE, Opcodes.IF_ICMPNE -> a != b;
      case Opcodes.IFLT, Opcodes.IF_ICMPLT -> a < b;
      case Opcodes.IFGE, Opcodes.IF_ICMPGE -> a >= b;
      case Opcodes.IFGT, Opcodes.IF_ICMPGT -> a > b;
      case Opcodes.IFLE, Opcodes.IF_ICMPLE -> a <= b;
      default -> throw new IllegalArgumentException("no comparison of ints: " + opcode);
    };
  }

  @Override
  public BasicValue merge(BasicValue a, BasicValue b) {
    if (a.equals(b)) {
      return a;
    }
    boolean areInts = a instanceof Constant && b instanceof Constant;
    return areInts ? Constant.UNKNOWN : super.merge(a, b);
  }
}
