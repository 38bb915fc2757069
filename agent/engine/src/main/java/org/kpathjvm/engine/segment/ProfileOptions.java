package org.kpathjvm.engine.segment;

import static org.kpathjvm.runtime.layout.Bounds.LARGEST_K;

import java.util.function.IntFunction;
import org.kpathjvm.engine.contexts.ContextAutomaton;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ksf.ForestOptions;
import org.kpathjvm.engine.ksf.SlabForest;

/**
 * The options that determine what the engine builds from the streams.
 *
 * @param k the greatest length of n-grams. With 1, paths are counted in a hash table (Ball-Larus
 *     path profiling). Only {@link #NOTHING} has k = 0.
 * @param engine the way in which n-grams are counted. With enough memory, all ways give the same
 *     results.
 */
public record ProfileOptions(int k, Engine engine) {
  /** Streams are read to their ends and checked, but no paths are counted. */
  public static final ProfileOptions NOTHING = new ProfileOptions(0, Engine.CONTEXTS);

  public ProfileOptions {
    if (k < 0 || k > LARGEST_K) {
      throw new IllegalArgumentException("k must be 0.." + LARGEST_K + ": " + k);
    }
  }

  /** Returns whether paths are counted. */
  public boolean counts() {
    return k > 0;
  }

  /**
   * Returns whether the counter of n-grams can count many activations with the same paths in one
   * step.
   */
  boolean gathersWholes() {
    return k > 1 && engine == Engine.CONTEXTS;
  }

  /** Returns a counter that has counted nothing yet. {@code k} must be 2 or more. */
  public SequenceCounter newSequenceCounter() {
    return engine.newCounter(k);
  }

  /** A way to count n-grams. */
  public enum Engine {
    /**
     * Counts words by their contexts. When memory is short, counts single paths by their contexts
     * instead.
     */
    CONTEXTS("contexts", ContextAutomaton::new),
    /** Counts in the k-BLPP paper's k-slab forest, and finds children by an index. */
    K_SF("k-sf", k -> new SlabForest(new ForestOptions(k, true))),
    /** Counts in the k-BLPP paper's k-slab forest, and scans lists of children as in Fig. 6. */
    TEXTBOOK("k-sf", k -> new SlabForest(new ForestOptions(k, false)));

    private final String text;
    private final IntFunction<SequenceCounter> counters;

    Engine(String text, IntFunction<SequenceCounter> counters) {
      this.text = text;
      this.counters = counters;
    }

    /** Returns the engine that the command line calls {@code contexts} or {@code k-sf}. */
    public static Engine of(String name) {
      if (name.equals(CONTEXTS.text)) {
        return CONTEXTS;
      }
      if (name.equals(K_SF.text)) {
        return K_SF;
      }
      throw new IllegalArgumentException("no engine is called " + name);
    }

    /** Returns a counter that has counted nothing yet. {@code k} must be 2 or more. */
    public SequenceCounter newCounter(int k) {
      return counters.apply(k);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
