/** What the tracer must know about bytecode: where instructions begin, and which of them return. */
final class Instructions {
  private static final int BIPUSH = 0x10;
  private static final int SIPUSH = 0x11;
  private static final int LDC = 0x12;
  private static final int LDC2_W = 0x14;
  private static final int ILOAD = 0x15;
  private static final int ALOAD = 0x19;
  private static final int ISTORE = 0x36;
  private static final int ASTORE = 0x3a;
  private static final int IINC = 0x84;
  private static final int IFEQ = 0x99;
  private static final int JSR = 0xa8;
  private static final int RET = 0xa9;
  private static final int TABLESWITCH = 0xaa;
  private static final int LOOKUPSWITCH = 0xab;
  private static final int IRETURN = 0xac;
  private static final int RETURN = 0xb1;
  private static final int GETSTATIC = 0xb2;
  private static final int INVOKESTATIC = 0xb8;
  private static final int INVOKEINTERFACE = 0xb9;
  private static final int INVOKEDYNAMIC = 0xba;
  private static final int NEW = 0xbb;
  private static final int NEWARRAY = 0xbc;
  private static final int ANEWARRAY = 0xbd;
  private static final int CHECKCAST = 0xc0;
  private static final int INSTANCEOF = 0xc1;
  private static final int WIDE = 0xc4;
  private static final int MULTIANEWARRAY = 0xc5;
  private static final int IFNULL = 0xc6;
  private static final int IFNONNULL = 0xc7;
  private static final int GOTO_W = 0xc8;
  private static final int JSR_W = 0xc9;

  private Instructions() {}

  static boolean isReturn(byte instruction) {
    int opcode = instruction & 0xff;
    return opcode >= IRETURN && opcode <= RETURN;
  }

  /** Returns how many bytes the instruction at {@code bci} has, including a switch's padding. */
  static int length(byte[] code, int bci) {
    int opcode = code[bci] & 0xff;
    int operands = (bci & ~3) + 4;
    return switch (opcode) {
      case TABLESWITCH ->
          operands + 12 + 4 * (word(code, operands + 8) - word(code, operands + 4) + 1) - bci;
      case LOOKUPSWITCH -> operands + 8 + 8 * word(code, operands + 4) - bci;
      case WIDE -> (code[bci + 1] & 0xff) == IINC ? 6 : 4;
      case INVOKEINTERFACE, INVOKEDYNAMIC, GOTO_W, JSR_W -> 5;
      case MULTIANEWARRAY -> 4;
      case BIPUSH, LDC, RET, NEWARRAY -> 2;
      case SIPUSH, IINC, NEW, ANEWARRAY, CHECKCAST, INSTANCEOF, IFNULL, IFNONNULL -> 3;
      default -> {
        if (opcode > LDC && opcode <= LDC2_W
            || opcode >= IFEQ && opcode <= JSR
            || opcode >= GETSTATIC && opcode <= INVOKESTATIC) {
          yield 3;
        }
        boolean local = opcode >= ILOAD && opcode <= ALOAD || opcode >= ISTORE && opcode <= ASTORE;
        yield local ? 2 : 1;
      }
    };
  }

  private static int word(byte[] code, int offset) {
    return (code[offset] & 0xff) << 24
        | (code[offset + 1] & 0xff) << 16
        | (code[offset + 2] & 0xff) << 8
        | code[offset + 3] & 0xff;
  }
}
