package org.kpathjvm.core.instrument.iterations;

import java.util.List;
import org.kpathjvm.core.instrument.options.LoopRules;
import org.kpathjvm.runtime.layout.Bounds;

/** How many iterations of loops paths go on over: what k-iteration profiling is asked for. */
public final class IterationOptions {
  /** Of all loops for which no rule says otherwise. */
  private final int k;

  private final int arrayPaths;
  private final int mostPaths;
  private final LoopRules rules;

  /**
   * What is asked for.
   *
   * @param arrayPaths the most paths of a method that are counted in an array
   * @param mostPaths the most paths of a method before it gets fewer iterations
   * @param rules as {@link LoopRules} has them
   * @throws IllegalArgumentException in one line, if a rule is none
   */
  public IterationOptions(int k, int arrayPaths, int mostPaths, List<String> rules) {
    this.k = k;
    this.arrayPaths = arrayPaths;
    this.mostPaths = mostPaths;
    this.rules = LoopRules.of("kiter-loops", 1, Bounds.LARGEST_K, rules);
  }

  /**
   * Iterations that are asked for of a loop.
   *
   * @param className internal name
   * @param headerOffset bytecode offset of the loop's header
   */
  public int of(String className, String method, int headerOffset) {
    return rules.number(k, className, method, headerOffset);
  }

  /** The most paths of a method that are counted in an array; more are in a hash table. */
  public int arrayPaths() {
    return arrayPaths;
  }

  /** The most paths of a method before it gets fewer iterations. */
  public int mostPaths() {
    return mostPaths;
  }

  @Override
  public String toString() {
    return k + " " + arrayPaths + " " + mostPaths + " " + rules;
  }
}
