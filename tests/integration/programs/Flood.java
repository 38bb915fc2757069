/** Runs threads that emit random paths faster than an engine counts them, until stdin ends. */
public final class Flood {
  private Flood() {}

  static volatile boolean isOver;
  static volatile long kept;

  static long walk(long seed, int steps) {
    long bits = seed;
    long sum = 0;
    for (int step = 0; step < steps; step++) {
      bits ^= bits << 13;
      bits ^= bits >>> 7;
      bits ^= bits << 17;
      sum += (bits & 1) != 0 ? bits : step;
      sum ^= (bits & 2) != 0 ? 3 : step;
      sum += (bits & 4) != 0 ? 5 : bits;
      sum ^= (bits & 8) != 0 ? 7 : bits;
      sum += (bits & 16) != 0 ? 11 : step;
      sum ^= (bits & 32) != 0 ? 13 : step;
    }
    return sum;
  }

  private static void flood(long seed) {
    long bits = seed;
    while (!isOver) {
      bits++;
      kept = walk(bits, 10_000);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Thread[] threads = new Thread[Integer.parseInt(arguments[0])];
    for (int number = 0; number < threads.length; number++) {
      long seed = 0x9E3779B97F4A7C15L * (number + 1);
      threads[number] = new Thread(() -> flood(seed), "flood-" + number);
      threads[number].start();
    }
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // The content of stdin doesn't matter.
    }
    isOver = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
