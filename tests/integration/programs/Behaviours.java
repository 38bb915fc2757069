import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs a loop, and then does what the program's first argument asks for. */
public class Behaviours {
  static int work(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      if (i % 3 == 0) {
        sum += i;
      } else if (i % 5 == 0) {
        sum--;
      } else {
        sum ^= i;
      }
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    System.out.println("sum " + work(10_000));
    switch (args.length == 0 ? "" : args[0]) {
      case "echo":
        echo(args);
        break;
      case "exit":
        System.exit(Integer.parseInt(args[1]));
        break;
      case "throw":
        throw new IllegalStateException("thrown on purpose");
      case "halt":
        Runtime.getRuntime().halt(5);
        break;
      case "forever":
        forever();
        break;
      case "count":
        count(Path.of(args[1]));
        break;
      default:
        System.err.println("nothing to do");
    }
  }

  private static void echo(String[] args) throws IOException {
    System.err.println("args " + Arrays.toString(args));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println("> " + line);
    }
  }

  private static void forever() {
    System.out.println("looping");
    System.out.flush();
    for (long round = 0; round >= 0; round++) {
      work(1000);
    }
  }

  /** Calls step again and again; writes the number of calls to a file after each call. */
  private static void count(Path file) throws IOException {
    byte[] text = new byte[20];
    try (java.io.RandomAccessFile log = new java.io.RandomAccessFile(file.toFile(), "rw")) {
      for (long calls = 1; ; calls++) {
        step();
        byte[] digits = Long.toString(calls).getBytes();
        Arrays.fill(text, (byte) ' ');
        System.arraycopy(digits, 0, text, 0, digits.length);
        log.seek(0);
        log.write(text);
      }
    }
  }

  /**
   * A call completes eleven paths: one for each of the loop's ten iterations, and one for the exit.
   */
  private static int step() {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += i;
    }
    return sum;
  }
}
