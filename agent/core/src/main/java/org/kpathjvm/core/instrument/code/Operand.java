package org.kpathjvm.core.instrument.code;

/** A value on the operand stack, as an expression that looks like source code. */
public final class Operand {
  /** The text for an operand that isn't known, or whose text would be too long. */
  static final String UNTOLD = "…";

  private static final int MOST_CHARACTERS = 80;
  private static final char UNKNOWN = '?';

  /** The expression without parentheses around it. */
  public final String text;

  /**
   * The type: Z, B, S, C, I, J, F or D, as in descriptors; A for any reference; ? for a value that
   * is already on the stack at the beginning of a block.
   */
  public final char type;

  /** The place of the first instruction that helps to push the value; -1 if unknown. */
  public final int first;

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

  /** Creates an operand whose text needs parentheses within another operand's text. */
  static Operand binary(String text, char type, int first) {
    return new Operand(text, type, first, true);
  }

  static Operand untold(char type) {
    return new Operand(UNTOLD, type, -1, false);
  }

  /** Creates an operand for a value that is already on the stack at the beginning of a block. */
  static Operand pushedBefore(int firstOfBlock) {
    return new Operand(UNTOLD, UNKNOWN, firstOfBlock, false);
  }

  /** Returns the same value, pushed once more by the instruction at a place. */
  Operand copiedAt(int place) {
    return new Operand(text, type, place, isBinary);
  }

  /** Returns whether the value is already on the stack at the beginning of the block. */
  boolean isPushedBefore() {
    return type == UNKNOWN;
  }

  /** Returns whether the instructions that push the value are known. */
  public boolean isKnown() {
    return first >= 0;
  }

  /** Returns the text for use inside another operand's text. */
  public String nested() {
    return isBinary ? "(" + text + ")" : text;
  }
}
