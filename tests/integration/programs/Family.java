import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts other JVMs: {@code Family DEPTH} starts two with DEPTH - 1, unless DEPTH is 0. */
public class Family {
  public static void main(String[] args) throws Exception {
    if (args[0].equals("orphan")) {
      orphan(Path.of(args[1]));
      return;
    }
    int depth = Integer.parseInt(args[0]);
    List<Process> children = new ArrayList<>();
    for (int i = 0; i < 2 && depth > 0; i++) {
      children.add(start(Integer.toString(depth - 1)));
    }
    int size = 1;
    for (Process child : children) {
      child.waitFor();
      size += child.exitValue();
    }
    System.out.println("depth " + depth + " sum " + sum(100 * (depth + 1)));
    System.exit(size);
  }

  /**
   * In a first JVM, starts a second one, which outlives the first. In the second JVM, loops until
   * the file {@code stop} exists, and then writes another file.
   */
  private static void orphan(Path stop) throws IOException, InterruptedException {
    Path said = Path.of(stop + ".said");
    if (Files.exists(Path.of(stop + ".begun"))) {
      while (!Files.exists(stop)) {
        sum(1000);
        Thread.sleep(1);
      }
      Files.writeString(said, "stopped");
      return;
    }
    Files.createFile(Path.of(stop + ".begun"));
    start("orphan", stop.toString());
    sum(10);
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "Family"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).inheritIO().start();
  }

  /** Runs n iterations, which complete n + 1 paths. */
  private static long sum(int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += i;
    }
    return sum;
  }
}
