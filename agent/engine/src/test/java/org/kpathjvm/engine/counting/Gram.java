package org.kpathjvm.engine.counting;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * An n-gram: some successive items of a sequence. It equals any list of the same items.
 *
 * <p>Tests compare millions of n-grams. So the n-grams of a sequence share the sequence's array,
 * and each n-gram remembers its hash code.
 */
public final class Gram extends AbstractList<Integer> implements RandomAccess {
  /** The n-gram without items. */
  public static final Gram EMPTY = new Gram(new int[0], 0, 0, List.of().hashCode());

  private final int[] sequence;
  private final int from;
  private final int size;
  private final int hash;

  private Gram(int[] sequence, int from, int size, int hash) {
    this.sequence = sequence;
    this.from = from;
    this.size = size;
    this.hash = hash;
  }

  /**
   * Returns an n-gram without items. {@link #longer} extends it, beginning with the item at the
   * given index.
   */
  static Gram before(int[] sequence, int item) {
    return new Gram(sequence, item, 0, EMPTY.hash);
  }

  /** Returns this n-gram, extended by the item that follows it in its sequence. */
  Gram longer() {
    return new Gram(sequence, from, size + 1, hashWith(sequence[from + size]));
  }

  /** Returns this n-gram followed by another item. */
  public Gram with(int item) {
    int[] items = Arrays.copyOfRange(sequence, from, from + size + 1);
    items[size] = item;
    return new Gram(items, 0, size + 1, hashWith(item));
  }

  private int hashWith(int item) {
    return 31 * hash + item;
  }

  @Override
  public Integer get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return sequence[from + index];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Gram that)) {
      return super.equals(other);
    }
    return hash == that.hash
        && Arrays.equals(
            sequence, from, from + size, that.sequence, that.from, that.from + that.size);
  }
}
