package org.kpathjvm.core.instrument.iterations;

import java.util.List;
import org.kpathjvm.core.instrument.options.LoopRules;
import org.kpathjvm.runtime.layout.Bounds;

/**
 * The options of k-iteration profiling: how many iterations of a loop a path may have, how many
 * paths a method may have, and the largest number of paths that are counted in an array.
 */
public final class IterationOptions {
  private final int k;
  private final int arrayPaths;
  private final int mostPaths;
  private final LoopRules rules;

  /**
   * Creates the options.
   *
   * @param k the number of iterations for the loops to which no rule applies
   * @param arrayPaths if a method has at most this many paths, they are counted in an array
   * @param mostPaths the largest number of paths that a method may have
   * @param rules the rules as strings, in the form that {@link LoopRules} describes
   * @throws IllegalArgumentException with a message of one line, if a string isn't a rule, or if
   *     its number of iterations isn't allowed
   */
  public IterationOptions(int k, int arrayPaths, int mostPaths, List<String> rules) {
    this.k = k;
    this.arrayPaths = arrayPaths;
    this.mostPaths = mostPaths;
    this.rules = LoopRules.of("kiter-loops", 1, Bounds.LARGEST_K, rules);
  }

  /**
   * Returns the requested number of iterations for a loop.
   *
   * @param className the internal name
   * @param headerOffset the bytecode offset of the loop's header
   */
  public int of(String className, String method, int headerOffset) {
    return rules.number(k, className, method, headerOffset);
  }

  /**
   * Returns the largest number of paths that are counted in an array. If a method has more paths,
   * they are counted in a hash table.
   */
  public int arrayPaths() {
    return arrayPaths;
  }

  /**
   * Returns the largest number of paths that a method may have. If a method would have more, its
   * paths get fewer iterations.
   */
  public int mostPaths() {
    return mostPaths;
  }

  @Override
  public String toString() {
    return k + " " + arrayPaths + " " + mostPaths + " " + rules;
  }
}
