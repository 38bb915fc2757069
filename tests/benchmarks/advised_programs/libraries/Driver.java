import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Runs a library's task again and again.
 *
 * <p>Arguments: the number of rounds, and a jar with the text that the task works on. The first
 * third of the rounds is a warm-up. The driver prints the wall time and the CPU time of the other
 * rounds together, and the CPU time of the fastest round. On a busy machine, CPU times are more
 * reliable than wall times. The printed checksum shows whether the results are right.
 */
final class Driver {
  /** A library's work in a round. */
  interface Task {
    /** Returns a checksum of the result. */
    long run(int round) throws Exception;
  }

  private final int rounds;
  private final String jar;

  Driver(String[] args) {
    rounds = Integer.parseInt(args[0]);
    jar = args[1];
  }

  /** Returns the texts of the jar's files with the given ending, ordered by file name. */
  List<String> texts(String ending) throws IOException {
    List<String> texts = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar)) {
      List<ZipEntry> entries = new ArrayList<>();
      zip.stream().filter(entry -> entry.getName().endsWith(ending)).forEach(entries::add);
      entries.sort((one, other) -> one.getName().compareTo(other.getName()));
      for (ZipEntry entry : entries) {
        try (InputStream in = zip.getInputStream(entry)) {
          texts.add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return texts;
  }

  /** Returns the first {@code length} characters of the Java sources in the jar. */
  String text(int length) throws IOException {
    String text = String.join("\n", texts(".java"));
    if (text.length() < length) {
      throw new IllegalArgumentException(jar + " has only " + text.length() + " characters");
    }
    return text.substring(0, length);
  }

  /** Returns {@code count} different words of the jar's Java sources, unsorted. */
  List<String> words(int count) throws IOException {
    TreeSet<String> all = new TreeSet<>();
    for (String text : texts(".java")) {
      all.addAll(Arrays.asList(text.split("[^A-Za-z]+")));
    }
    all.remove("");
    List<String> sorted = new ArrayList<>(all);
    if (sorted.size() < count) {
      throw new IllegalArgumentException(jar + " has only " + sorted.size() + " words");
    }
    List<String> words = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // 7919 is a prime that doesn't divide sorted.size(), so no word comes twice.
      words.add(sorted.get((int) (i * 7919L % sorted.size())));
    }
    return words;
  }

  static long checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  void run(Task task) throws Exception {
    long sum = 0;
    int warm = rounds / 3;
    for (int round = 0; round < warm; round++) {
      sum = 31 * sum + task.run(round);
    }
    long fastest = Long.MAX_VALUE;
    long start = System.nanoTime();
    long startCpu = cpu();
    for (int round = warm; round < rounds; round++) {
      long roundCpu = cpu();
      sum = 31 * sum + task.run(round);
      fastest = Math.min(fastest, cpu() - roundCpu);
    }
    long wall = (System.nanoTime() - start) / 1_000_000;
    long cpu = (cpu() - startCpu) / 1_000_000;
    System.out.printf(
        "checksum %d took %d ms, %d ms of CPU, the fastest round %d us%n",
        sum, wall, cpu, fastest / 1_000);
  }

  /** Returns the CPU time of the thread that runs the task. The compilers' threads don't count. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
