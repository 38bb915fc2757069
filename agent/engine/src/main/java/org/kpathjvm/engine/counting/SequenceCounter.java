package org.kpathjvm.engine.counting;

import java.util.Map;

/**
 * Counts the n-grams of path ids in sequences, n from 1 to k, one sequence per activation. Exact as
 * long as there is memory; beyond that it is folded ({@link FoldedContexts}), or, if it is a k-slab
 * forest, it fails ({@link TablesFullException}). Used by one thread at a time.
 */
public interface SequenceCounter {
  /**
   * Processes the ids from {@code words[from]} on as the next items of one activation, up to and
   * including a negated id, which is the activation's last, or up to the first word whose absolute
   * value is not in 1..maxId, or to {@code to}; returns where it stopped.
   *
   * @param states {@link ActivationStates#fields()}, {@code state} the activation's
   */
  int feed(int[] words, int from, int to, int maxId, int[] states, int state);

  /**
   * Processes one path {@code count} times, 1 or more, as the next items of one activation; in
   * fewer steps if there are many.
   *
   * @param firstId the id of path 0 of its method
   * @param bits that a path of the method takes
   * @param path its number
   * @param states {@link ActivationStates#fields()}, {@code state} the activation's
   */
  void feedRun(int firstId, int bits, int path, int count, int[] states, int state);

  /** Who is asked before the tables grow. */
  void setMemory(CountingMemory memory);

  /**
   * Gives up what is cold, so that at least about half of the tables is free. Counts of n-grams
   * with n of 2 or more become lower bounds, see {@link FoldedContexts}; those of single paths stay
   * exact.
   *
   * @param states {@link ActivationStates#fields()} of all activations that were fed to this
   *     counter
   * @throws TablesFullException by a k-slab forest, which can't
   */
  void fold(int[] states);

  /** The same for a counter that no activation uses any more. */
  default void fold() {
    fold(new int[0]);
  }

  /** Gives back what the tables don't need. */
  void trim();

  /** How often it was folded. */
  FoldLog foldLog();

  /**
   * Everything that was fed is in the counts when this returns, so that another counter can add
   * them; activations go on.
   *
   * @param states {@link ActivationStates#fields()} of all activations that were fed to this
   *     counter
   */
  default void countAll(int[] states) {}

  /** Adds the counts of a counter of the same kind and k; the sum stands for both streams. */
  void addAll(SequenceCounter other);

  /**
   * Everything was fed: what was folded is added to the counts. May be called again after it was
   * folded once more.
   *
   * @param contexts gets what was folded
   */
  void settle(FoldedContexts contexts);

  /** What is counted, for the conversion into n-grams. */
  Sequences sequences();

  /** Bytes that {@link #sequences} holds beside the tables. */
  default long sequencesBytes() {
    return 0;
  }

  /**
   * Makes what {@link #sequences} reads smaller, if that is possible without losing anything. May
   * be called when everything was fed; takes time. False when nothing was done.
   */
  default boolean compact() {
    return false;
  }

  /** Entries of the tables: nodes of a k-SF, words, or transitions between contexts. */
  int size();

  /** What the tables hold and what was done on them, by name; those of several add up. */
  Map<String, Long> figures();

  /** Bytes of the tables. */
  long bytes();
}
