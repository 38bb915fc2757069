package org.kpathjvm.core.numbering;

import java.util.Arrays;
import java.util.Objects;

/** What a path's number stands for: why the path starts, its blocks in order, and why it ends. */
public final class DecodedPath {
  private final StartKind startKind;
  private final int[] blocks;
  private final EndKind endKind;

  public DecodedPath(StartKind startKind, int[] blocks, EndKind endKind) {
    this.startKind = startKind;
    this.blocks = blocks.clone();
    this.endKind = endKind;
  }

  public StartKind startKind() {
    return startKind;
  }

  /** Returns the path's blocks, at least one, in the order of their execution. */
  public int[] blocks() {
    return blocks.clone();
  }

  public EndKind endKind() {
    return endKind;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof DecodedPath)) {
      return false;
    }
    DecodedPath that = (DecodedPath) other;
    return startKind == that.startKind
        && endKind == that.endKind
        && Arrays.equals(blocks, that.blocks);
  }

  @Override
  public int hashCode() {
    return Objects.hash(startKind, Arrays.hashCode(blocks), endKind);
  }

  @Override
  public String toString() {
    return startKind.label() + " " + Arrays.toString(blocks) + " " + endKind.label();
  }
}
