package org.kpathjvm.core.numbering;

import java.util.Objects;

/** A place where paths start: the dummy edge from ENTRY to a block, with its value. */
public final class Start {
  private final StartKind kind;
  private final int block;
  private final int value;

  /** A start of that kind; equal ones are the same. */
  public Start(StartKind kind, int block, int value) {
    this.kind = kind;
    this.block = block;
    this.value = value;
  }

  public StartKind kind() {
    return kind;
  }

  public int block() {
    return block;
  }

  /** The path register's initial value, which is also the lowest path number of this start. */
  public int value() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Start)) {
      return false;
    }
    Start that = (Start) other;
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
