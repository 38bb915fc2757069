/** Two methods execute the same bytecodes, but one of them waits for memory. */
class Waits {
  static int near(int[] next, int steps) {
    int at = 0;
    for (int i = 0; i < steps; i++) {
      at = next[at];
    }
    return at;
  }

  static int far(int[] next, int steps) {
    int at = 0;
    for (int i = 0; i < steps; i++) {
      at = next[at];
    }
    return at;
  }

  /** Returns the successor of each index. All indexes are on one cycle, which jumps about. */
  static int[] cycle(int bits) {
    int[] next = new int[1 << bits];
    for (int i = 0; i < next.length; i++) {
      next[i] = (i * 1664525 + 1013904223) & (next.length - 1);
    }
    return next;
  }

  public static void main(String[] arguments) {
    // The first array fits into the first-level cache; the second one takes 256 MB.
    int[] few = cycle(8);
    int[] many = cycle(26);
    int sum = 0;
    for (int round = 0; round < 10; round++) {
      sum += near(few, 1_000_000) + far(many, 1_000_000);
    }
    System.out.println("sum " + sum);
  }
}
