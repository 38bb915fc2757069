/**
 * Spends its time in {@code work}, which is called once from a shallow stack and once from a deep
 * one. The callers do nothing but call.
 */
public final class OnlyCalls {
  /** More frames than JFR keeps of a stack. */
  private static final int DEPTH = 600;

  private static final int ROUNDS = 500_000_000;

  private static int work(int rounds) {
    int mixed = 1;
    for (int round = 0; round < rounds; round++) {
      mixed = mixed * 31 + round;
    }
    return mixed;
  }

  private static int caller() {
    return work(ROUNDS);
  }

  private static int deep(int depth) {
    return depth == 0 ? work(ROUNDS) : deep(depth - 1);
  }

  private static int deepCaller() {
    return deep(DEPTH);
  }

  private static int notSampled() {
    return 1;
  }

  public static void main(String[] arguments) {
    System.out.println("mixed " + (caller() + deepCaller() + notSampled()));
  }
}
