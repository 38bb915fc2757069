import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A loop with random branches: nearly every sequence of ten or more iterations is new. The first
 * argument is the number of iterations. If a second argument names a file, the program creates the
 * file after the loop, and then sleeps until it is killed.
 */
public final class RandomBranches {
  private RandomBranches() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println(walk(Integer.parseInt(arguments[0])));
    if (arguments.length > 1) {
      Files.createFile(Path.of(arguments[1]));
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  private static int walk(int iterations) {
    long state = 42;
    int sum = 0;
    for (int i = 0; i < iterations; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      if (state < 0) {
        sum += 3;
      } else {
        sum ^= i;
      }
      if ((state >>> 60 & 3) == 0) {
        sum -= 7;
      }
      if ((state >>> 56 & 7) == 0) {
        sum += i;
      }
    }
    return sum;
  }
}
