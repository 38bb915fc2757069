package org.kpathjvm.engine.counting;

/** A counter of sequences that takes several paths of a method at once. */
public interface WordCounter extends SequenceCounter {
  /**
   * Processes paths of one method as the next items of one activation. It doesn't matter whether
   * they are the activation's last ones.
   *
   * @param firstId the id of path 0 of the method
   * @param bits how many bits a path takes
   * @param count the number of paths, 1 or more
   * @param paths their numbers, the latest in the lowest bits; 0 above them
   * @param states {@link ActivationStates#fields()}
   * @param state the activation's state
   */
  void feedWord(int firstId, int bits, int count, long paths, int[] states, int state);

  /**
   * Processes paths of one method as all items of an activation, for {@code times} such
   * activations.
   *
   * @param times 1 or more
   * @param states of the live activations
   */
  void feedWholes(int firstId, int bits, int count, long paths, long times, int[] states);
}
