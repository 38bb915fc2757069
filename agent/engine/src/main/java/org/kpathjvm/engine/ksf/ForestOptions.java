package org.kpathjvm.engine.ksf;

/**
 * How a k-slab forest is kept. Without {@code childIndex}, nodes are scanned as in the paper's
 * text. The options never change the results.
 *
 * @param k the longest n-gram that is counted, 2 or more
 * @param childIndex whether children of nodes with many of them are found by hashing (node, label)
 */
public record ForestOptions(int k, boolean childIndex) {
  public ForestOptions {
    if (k < 2) {
      throw new IllegalArgumentException("a k-slab forest needs a k of 2 or more, not " + k);
    }
  }
}
