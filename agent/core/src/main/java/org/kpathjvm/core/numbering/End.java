package org.kpathjvm.core.numbering;

import java.util.Objects;

/** A place where paths end: the dummy edge from a block to EXIT, with its value. */
public final class End {
  private final EndKind kind;
  private final int block;
  private final int value;

  /** An end of that kind; equal ones are the same. */
  public End(EndKind kind, int block, int value) {
    this.kind = kind;
    this.block = block;
    this.value = value;
  }

  public EndKind kind() {
    return kind;
  }

  public int block() {
    return block;
  }

  /** What is added to the path register for leaving the block here. */
  public int value() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof End)) {
      return false;
    }
    End that = (End) other;
    return kind == that.kind && block == that.block && value == that.value;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, block, value);
  }

  @Override
  public String toString() {
    return kind.label() + " " + block + " value " + value;
  }
}
