package org.kpathjvm.engine.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;

/**
 * Measures the CPU time that each engine takes for an item of a stream. This is a main class and
 * not a test; {@code tests/benchmarks/engine.py} compiles and runs it. The arguments are: the
 * number of items of a stream, in thousands; a list of values of k, such as 2,8,16; the number of
 * rounds; a list of engines; and streams. The streams {@code words} and {@code paths} are
 * synthetic; they are fed in words and path by path, respectively. Any other stream is a directory
 * that {@code run --record} made.
 *
 * <p>A line of output has fields separated by tabs: stream, figure, k (0 if the figure has none),
 * and the tables' bytes (for a conversion, the k-IPF's rows). Then come, for each round, the
 * nanoseconds of this thread's CPU time per item. One more round, which comes first, isn't part of
 * the output. There is a figure for each engine and, with {@code -Dconvert=true}, a figure {@code
 * NAME to k-IPF} for the conversion of the engine's tables. The other figures are those of {@link
 * FedTables.Baseline}. The cost of reading the stream is included in every figure except those of
 * conversions.
 */
public final class EngineBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final boolean CONVERT = Boolean.getBoolean("convert");

  private static final Map<String, Engine> ENGINES =
      Map.of("contexts", Engine.CONTEXTS, "k-sf", Engine.K_SF, "textbook", Engine.TEXTBOOK);

  private final int rounds;
  private final int[] lengths;
  private final List<String> engines;

  private EngineBenchmark(int rounds, int[] lengths, List<String> engines) {
    this.rounds = rounds;
    this.lengths = lengths;
    this.engines = engines;
  }

  public static void main(String[] arguments) throws Exception {
    int items = 1000 * Integer.parseInt(arguments[0]);
    EngineBenchmark benchmark =
        new EngineBenchmark(
            Integer.parseInt(arguments[2]),
            Arrays.stream(arguments[1].split(",")).mapToInt(Integer::parseInt).toArray(),
            List.of(arguments[3].split(",")));
    for (String name : Arrays.asList(arguments).subList(4, arguments.length)) {
      for (ItemStream stream : streams(name, items)) {
        benchmark.run(stream);
      }
    }
  }

  private static List<ItemStream> streams(String name, int items) {
    if (name.equals("words")) {
      List<ItemStream> packed = new ArrayList<>();
      SyntheticItems.all(items).forEach((stream, paths) -> packed.add(stream.inWords(paths)));
      return packed;
    }
    return name.equals("paths")
        ? List.copyOf(SyntheticItems.all(items).keySet())
        : List.of(RecordedItems.read(name, items));
  }

  /** A figure's nanoseconds per item, by round, and its bytes or rows. */
  private static final class Figure {
    final List<Double> nanos = new ArrayList<>();
    long bytes;
  }

  private void run(ItemStream stream) {
    for (FedTables.Baseline each : FedTables.Baseline.values()) {
      Figure figure = new Figure();
      for (int round = 0; round <= rounds; round++) {
        add(figure, round, timed(stream, FedTables.of(each, stream)));
      }
      print(stream, each.toString(), 0, figure);
    }
    Map<String, Figure> figures = new LinkedHashMap<>();
    for (int round = 0; round <= rounds; round++) {
      for (int k : lengths) {
        for (String name : engines) {
          measure(stream, name, k, round, figures);
        }
      }
    }
    figures.forEach(
        (name, figure) -> {
          String[] parts = name.split("\t");
          print(stream, parts[0], Integer.parseInt(parts[1]), figure);
        });
  }

  private void measure(
      ItemStream stream, String engine, int k, int round, Map<String, Figure> figures) {
    SequenceCounter counter = ENGINES.get(engine).newCounter(k);
    Figure fed = figures.computeIfAbsent(engine + "\t" + k, name -> new Figure());
    add(fed, round, timed(stream, FedTables.of(counter, stream)));
    fed.bytes = counter.bytes();
    if (CONVERT) {
      Figure converted = figures.computeIfAbsent(engine + " to k-IPF\t" + k, name -> new Figure());
      long before = THREADS.getCurrentThreadCpuTime();
      converted.bytes = PathForestBuilder.build(counter, k).size();
      long nanos = THREADS.getCurrentThreadCpuTime() - before;
      add(converted, round, (double) nanos / stream.items());
    }
  }

  private static void add(Figure figure, int round, double nanos) {
    if (round > 0) {
      figure.nanos.add(nanos);
    }
  }

  private static void print(ItemStream stream, String name, int k, Figure figure) {
    String nanos = figure.nanos.stream().map(String::valueOf).collect(Collectors.joining("\t"));
    System.out.println(
        String.join(
            "\t", stream.name, name, String.valueOf(k), String.valueOf(figure.bytes), nanos));
  }

  private static double timed(ItemStream stream, ItemStream.Pieces pieces) {
    long before = THREADS.getCurrentThreadCpuTime();
    stream.play(pieces);
    return (double) (THREADS.getCurrentThreadCpuTime() - before) / stream.items();
  }
}
