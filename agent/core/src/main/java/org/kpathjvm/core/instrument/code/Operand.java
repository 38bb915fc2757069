package org.kpathjvm.core.instrument.code;

/** A value on the operand stack, as an expression of the source's kind. */
public final class Operand {
  /** What can't be told, or would be too long. */
  static final String UNTOLD = "…";

  private static final int MOST_CHARACTERS = 80;
  private static final char UNKNOWN = '?';

  /** Without parentheses around it. */
  public final String text;

  /** As in descriptors: Z, B, S, C, I, J, F or D, and A for every reference. */
  public final char type;

  /** Place of the first of the instructions that compute it; -1 if these aren't known. */
  final int first;

  private final boolean isBinary;

  private Operand(String text, char type, int first, boolean isBinary) {
    this.text = text.length() <= MOST_CHARACTERS ? text : UNTOLD;
    this.type = type;
    this.first = first;
    this.isBinary = isBinary;
  }

  static Operand of(String text, char type, int first) {
    return new Operand(text, type, first, false);
  }

  static Operand constant(int value, int first) {
    return new Operand(Integer.toString(value), 'I', first, false);
  }

  /** One whose text needs parentheses within another one's. */
  static Operand binary(String text, char type, int first) {
    return new Operand(text, type, first, true);
  }

  static Operand untold(char type) {
    return new Operand(UNTOLD, type, -1, false);
  }

  /** One that lay on the stack where a block begins. */
  static Operand pushedBefore(int firstOfBlock) {
    return new Operand(UNTOLD, UNKNOWN, firstOfBlock, false);
  }

  /** The same value, pushed once more by the instruction at a place. */
  Operand copiedAt(int place) {
    return new Operand(text, type, place, isBinary);
  }

  /** Whether it lay on the stack where a block begins: its type isn't known either. */
  boolean isPushedBefore() {
    return type == UNKNOWN;
  }

  /** Whether the instructions that compute it are known. */
  boolean isKnown() {
    return first >= 0;
  }

  /** The text as a part of another one's. */
  public String nested() {
    return isBinary ? "(" + text + ")" : text;
  }
}
