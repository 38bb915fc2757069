/** Runs threads with stacks of many sizes. The last thread is virtual on JDK 21 or newer. */
final class StackSizes {
  private static int total;

  private StackSizes() {}

  private static void work(int n) {
    total = pick(total, n);
  }

  private static int pick(int sum, int n) {
    return n % 3 == 0 ? sum + n : sum - 1;
  }

  private static void task() {
    for (int n = 0; n < 20_000; n++) {
      work(n);
    }
  }

  public static void main(String[] args) throws Exception {
    for (long size : new long[] {0, -1, Long.MIN_VALUE, 1, 1 << 20, 1L << 30}) {
      Thread thread = new Thread(null, StackSizes::task, "stack of " + size, size);
      thread.start();
      thread.join();
    }
    Thread last = new Thread(StackSizes::task);
    try {
      last = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class)
          .invoke(null, (Runnable) StackSizes::task);
    } catch (NoSuchMethodException before21) {
      last.start();
    }
    last.join();
    System.out.println(total);
  }
}
