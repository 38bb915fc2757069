/** What a thread of {@link Killed} does; the implementations are made of Worker.java.template. */
interface Work {
  /** One round of an endless number: activations that depend on the random numbers from there on. */
  int round(int[] random, int from);

  /** One activation whose loop never ends; round i of it is iteration i. */
  void endless(Marks marks, int thread, int[] random);
}
