package shop;

/** Prices in cents. */
public final class Price {
  private Price() {}

  /** Returns the sum to pay. Every third piece of a kind is free. */
  public static long sum(int[] cents, int[] pieces) {
    long sum = 0;
    for (int i = 0; i < cents.length; i++) {
      for (int piece = 1; piece <= pieces[i]; piece++) {
        if (piece % 3 != 0) {
          sum += cents[i];
        }
      }
    }
    return sum;
  }
}
