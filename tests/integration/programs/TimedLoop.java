import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A tiny benchmark that logs its iterations to the file that the property kpath.iterations names.
 * Arguments: number of warm-ups, number of iterations, optionally another file. The program doesn't
 * end while this other file exists.
 */
public final class TimedLoop {
  private static int work(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += i % 3 == 0 ? i : -1;
    }
    return sum;
  }

  public static void main(String[] arguments) throws Exception {
    int warmups = Integer.parseInt(arguments[0]);
    int iterations = Integer.parseInt(arguments[1]);
    for (int i = 0; i < warmups + iterations; i++) {
      long start = System.nanoTime();
      int sum = work(100_000);
      long nanos = System.nanoTime() - start;
      log(i < warmups ? "warmup" : "timed", i < warmups ? i + 1 : i - warmups + 1, start, nanos, sum);
    }
    while (arguments.length > 2 && Files.exists(Path.of(arguments[2]))) {
      Thread.sleep(20);
    }
  }

  private static void log(String phase, int number, long start, long nanos, int sum)
      throws IOException {
    String line =
        String.format(
            "{\"phase\":\"%s\",\"iteration\":%d,\"start_nanos\":%d,\"wall_nanos\":%d,"
                + "\"cpu_nanos\":%d,\"valid\":true,\"digest\":\"%x\"}%n",
            phase, number, start, nanos, nanos, sum);
    Files.writeString(
        Path.of(System.getProperty("kpath.iterations")),
        line,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
