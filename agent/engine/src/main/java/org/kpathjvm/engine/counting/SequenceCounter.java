package org.kpathjvm.engine.counting;

import java.util.Map;

/**
 * Counts the n-grams of path ids in sequences, n from 1 to k, with one sequence for each
 * activation. The counts are exact as long as there is memory. Beyond that, the counter is folded
 * ({@link FoldedContexts}); a k-slab forest fails instead ({@link TablesFullException}). Used by
 * one thread at a time.
 */
public interface SequenceCounter {
  /**
   * Processes the ids from {@code words[from]} on as the next items of one activation. It stops
   * after a negated id, which is the activation's last one, before the first word whose absolute
   * value is not in 1..maxId, or at {@code to}. Returns where it stopped.
   *
   * @param states {@link ActivationStates#fields()}
   * @param state the activation's state
   */
  int feed(int[] words, int from, int to, int maxId, int[] states, int state);

  /**
   * Processes one path {@code count} times, 1 or more, as the next items of one activation. If
   * {@code count} is large, that takes fewer steps than there are items.
   *
   * @param firstId the id of path 0 of the path's method
   * @param bits how many bits a path of the method takes
   * @param path the path's number
   * @param states {@link ActivationStates#fields()}
   * @param state the activation's state
   */
  void feedRun(int firstId, int bits, int path, int count, int[] states, int state);

  /** Sets who is asked before the tables grow. */
  void setMemory(CountingMemory memory);

  /**
   * Gives up what is cold, so that about half of the tables is free, or more. The counts of n-grams
   * with n of 2 or more become lower bounds, see {@link FoldedContexts}. Those of single paths stay
   * exact.
   *
   * @param states {@link ActivationStates#fields()} of all activations that were fed to this
   *     counter
   * @throws TablesFullException by a k-slab forest, which can't be folded
   */
  void fold(int[] states);

  /** Folds a counter that no activation uses any more. */
  default void fold() {
    fold(new int[0]);
  }

  /** Gives back what the tables don't need. */
  void trim();

  /** Returns how often the counter was folded. */
  FoldLog foldLog();

  /**
   * Makes sure that everything that was fed is in the counts, so that another counter can add them.
   * Activations go on.
   *
   * @param states {@link ActivationStates#fields()} of all activations that were fed to this
   *     counter
   */
  default void countAll(int[] states) {}

  /** Adds the counts of a counter of the same kind and k. The sum stands for both streams. */
  void addAll(SequenceCounter other);

  /**
   * Adds what was folded to the counts. To be called when everything has been fed, and again if the
   * counter is folded once more after that.
   *
   * @param contexts receives what was folded
   */
  void settle(FoldedContexts contexts);

  /** Returns what was counted, for the conversion into n-grams. */
  Sequences sequences();

  /** Returns how many bytes {@link #sequences} holds beside the tables. */
  default long sequencesBytes() {
    return 0;
  }

  /**
   * Makes what {@link #sequences} reads smaller, if that is possible without losing anything. It
   * may be called when everything was fed, and takes time. Returns false when it did nothing.
   */
  default boolean compact() {
    return false;
  }

  /**
   * Returns the number of entries of the tables: nodes of a k-SF, words, or transitions between
   * contexts.
   */
  int size();

  /**
   * Returns, by name, what the tables hold and what was done on them. The figures of several
   * counters can be added up.
   */
  Map<String, Long> figures();

  /** Returns the bytes of the tables. */
  long bytes();
}
