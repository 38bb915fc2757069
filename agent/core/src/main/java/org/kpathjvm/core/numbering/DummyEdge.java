package org.kpathjvm.core.numbering;

import java.util.Objects;

/**
 * A dummy edge, in Ball and Larus's terms. It leads from ENTRY to a block where paths start, or to
 * EXIT from a block where paths end. Dummy edges with the same kind, block and value are equal.
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

  /** Returns the value that the edge adds to the path's number. */
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
