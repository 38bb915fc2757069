/** The work of a thread of {@link Killed}. Its implementations come from Worker.java.template. */
interface Work {
  /** Runs a round. Its activations depend on the random numbers from index {@code from} on. */
  int round(int[] random, int from);

  /** Runs one activation whose loop never ends. Iteration i of the loop is round i. */
  void endless(Marks marks, int thread, int[] random);
}
