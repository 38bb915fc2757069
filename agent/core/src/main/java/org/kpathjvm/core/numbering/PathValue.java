package org.kpathjvm.core.numbering;

/**
 * The id of a path, or its number if paths are packed into words, as the inserted code computes it:
 * a constant, or the path register plus an addend.
 */
public final class PathValue {
  private final boolean constant;
  private final int value;

  private PathValue(boolean constant, int value) {
    this.constant = constant;
    this.value = value;
  }

  public static PathValue constant(int id) {
    return new PathValue(true, id);
  }

  public static PathValue registerPlus(int addend) {
    return new PathValue(false, addend);
  }

  public boolean isConstant() {
    return constant;
  }

  /** Returns the constant, or the addend. */
  public int value() {
    return value;
  }
}
