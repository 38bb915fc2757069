package org.kpathjvm.engine.ksf;

/**
 * The options of a k-slab forest. Without {@code childIndex}, lists of children are scanned, as
 * described in the k-BLPP paper. The counts don't depend on {@code childIndex}.
 *
 * @param k the greatest length of the counted n-grams, at least 2
 * @param childIndex whether the children of nodes with many children are found in a hash table,
 *     {@link ChildIndex}
 */
public record ForestOptions(int k, boolean childIndex) {
  public ForestOptions {
    if (k < 2) {
      throw new IllegalArgumentException("a k-slab forest needs a k of 2 or more, not " + k);
    }
  }
}
