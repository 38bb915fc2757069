package org.kpathjvm.engine.counting;

import java.util.Map;

/**
 * Counts the n-grams of path ids in sequences, for n from 1 to k. Each activation has one sequence.
 * The counts are exact as long as there is enough memory. If memory is short, the counter is folded
 * ({@link FoldedContexts}); a k-slab forest fails instead ({@link TablesFullException}). Only one
 * thread at a time may use a counter.
 */
public interface SequenceCounter {
  /**
   * Processes ids, beginning with {@code words[from]}, as the next items of one activation.
   * Processing stops after a negated id, which is the activation's last id; before the first
   * element whose absolute value isn't in 1..maxId; or at {@code to}. Returns the index where
   * processing stopped.
   *
   * @param states {@link ActivationStates#fields()}
   * @param state the activation's state
   */
  int feed(int[] words, int from, int to, int maxId, int[] states, int state);

  /**
   * Processes one path {@code count} times as the next items of one activation. If {@code count} is
   * large, this takes fewer than {@code count} steps.
   *
   * @param firstId the id of path 0 of the path's method
   * @param bits the number of bits for a path of the method
   * @param path the path's number
   * @param count 1 or more
   * @param states {@link ActivationStates#fields()}
   * @param state the activation's state
   */
  void feedRun(int firstId, int bits, int path, int count, int[] states, int state);

  /** Sets the object that decides whether the tables may grow. */
  void setMemory(CountingMemory memory);

  /**
   * Gives up rare sequences, so that about half of the tables' memory or more becomes free. The
   * counts of n-grams with n of 2 or more become lower bounds ({@link FoldedContexts}). The counts
   * of single paths stay exact.
   *
   * @param states {@link ActivationStates#fields()} of all activations that were fed to this
   *     counter
   * @throws TablesFullException if the counter is a k-slab forest, which can't be folded
   */
  void fold(int[] states);

  /** Folds a counter that no activation uses any more. */
  default void fold() {
    fold(new int[0]);
  }

  /** Frees memory that the tables don't need. */
  void trim();

  /** Returns how often the counter was folded, and what was lost. */
  FoldLog foldLog();

  /**
   * Makes sure that all items that were fed are in the counts, so that the counts can be added to
   * another counter. The activations may go on afterwards.
   *
   * @param states {@link ActivationStates#fields()} of all activations that were fed to this
   *     counter
   */
  default void countAll(int[] states) {}

  /** Adds the counts of a counter of the same kind and with the same k. */
  void addAll(SequenceCounter other);

  /**
   * Completes the counts after folding. Folding stores the count that a suffix receives from folded
   * sequences separately from the suffix's own count. This method adds up the two counts. It must
   * be called after all items have been fed, and again if the counter is folded later.
   *
   * @param contexts the object to which the error is added
   */
  void settle(FoldedContexts contexts);

  /** Returns the counts, for the conversion into n-grams. */
  Sequences sequences();

  /**
   * Returns the number of bytes that the result of {@link #sequences} takes in addition to the
   * tables.
   */
  default long sequencesBytes() {
    return 0;
  }

  /**
   * Shrinks the tables that {@link #sequences} reads, if they can be smaller with the same counts.
   * This takes time. The method may be called after all items have been fed. Returns false if
   * nothing was done.
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
   * Returns figures, by name, about the content of the tables and the operations on them. The
   * figures of several counters can be added up.
   */
  Map<String, Long> figures();

  /** Returns the number of bytes in the tables. */
  long bytes();
}
