package org.kpathjvm.core.numbering;

import java.util.Objects;

/**
 * A dummy edge of Ball and Larus, between a block and ENTRY or EXIT. It is a place where paths
 * start or end, with a value. Dummy edges with the same kind, block and value are equal.
 *
 * @param <K> the kinds, {@link StartKind} or {@link EndKind}
 */
abstract class DummyEdge<K extends Enum<K>> {
  private final K kind;
  private final int block;
  private final int value;

  DummyEdge(K kind, int block, int value) {
    this.kind = kind;
    this.block = block;
    this.value = value;
  }

  public K kind() {
    return kind;
  }

  public int block() {
    return block;
  }

  /** Returns what the edge adds to the path's number when it is taken. */
  public int value() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof DummyEdge)) {
      return false;
    }
    DummyEdge<?> that = (DummyEdge<?>) other;
    return kind == that.kind && block == that.block && value == that.value;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, block, value);
  }

  @Override
  public String toString() {
    return kind + " " + block + " value " + value;
  }
}
