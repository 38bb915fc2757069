package org.kpathjvm.engine.counting;

/** A counter of sequences that can process several paths of a method in one step. */
public interface WordCounter extends SequenceCounter {
  /**
   * Processes paths of one method as the next items of one activation. The paths may be the
   * activation's last items, but needn't be.
   *
   * @param firstId the id of path 0 of the method
   * @param bits the number of bits for a path
   * @param count the number of paths, 1 or more
   * @param paths the numbers of the paths, the latest in the lowest bits; the bits above them are 0
   * @param states {@link ActivationStates#fields()}
   * @param state the activation's state
   */
  void feedWord(int firstId, int bits, int count, long paths, int[] states, int state);

  /**
   * Processes {@code times} activations, each of which consists of the given paths of one method.
   *
   * @param times 1 or more
   * @param states {@link ActivationStates#fields()} of the live activations
   */
  void feedWholes(int firstId, int bits, int count, long paths, long times, int[] states);
}
