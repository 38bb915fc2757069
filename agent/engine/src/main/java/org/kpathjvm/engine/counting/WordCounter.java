package org.kpathjvm.engine.counting;

/** A counter of sequences that takes several paths of a method at once. */
public interface WordCounter extends SequenceCounter {
  /**
   * Processes paths of one method as the next items of one activation; whether they are its last is
   * no matter.
   *
   * @param firstId the id of path 0 of the method
   * @param bits that a path takes
   * @param count of the paths, 1 or more
   * @param paths their numbers, the latest in the lowest bits; 0 above them
   * @param states {@link ActivationStates#fields()}, {@code state} the activation's
   */
  void feedWord(int firstId, int bits, int count, long paths, int[] states, int state);

  /**
   * Processes paths of one method as all items of an activation, and so many such activations.
   *
   * @param times 1 or more
   * @param states of the activations that are under way
   */
  void feedWholes(int firstId, int bits, int count, long paths, long times, int[] states);
}
