package org.kpathjvm.core.instrument.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.guide.Guide;
import org.kpathjvm.core.instrument.iterations.IterationOptions;
import org.kpathjvm.core.instrument.iterations.IterationScheme;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.numbering.DecodedPath;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.TakenPath;
import org.kpathjvm.core.sample.ByteLoader;
import org.objectweb.asm.Opcodes;

/**
 * Runs a program three times: unchanged, traced instruction by instruction, and instrumented. The
 * results must be the same, and the recorded sequences of paths must be those of the trace.
 */
public final class Differential {
  private final Map<String, byte[]> classes;
  private final String mainClass;
  private InstrumentOptions options;
  private Rung rung = Rung.FULL;
  private boolean packing = true;
  private Guide guide;
  public final Map<String, MethodRecord> records = new HashMap<>();
  final List<SkippedMethod> skipped = new ArrayList<>();

  /**
   * Prepares to run a program.
   *
   * @param classes class files by binary name; the main class has a static method run() that
   *     returns a string
   */
  public Differential(Map<String, byte[]> classes, String mainClass, CutMode cut, int maxPaths) {
    this.classes = classes;
    this.mainClass = mainClass;
    options =
        new InstrumentOptions(cut, maxPaths)
            .withScheme(Schemes.STREAM.scheme(), RecordingProbes.INTERNAL_NAME);
  }

  /**
   * Checks the program in both cut modes, with many and few paths, with and without packing, with
   * right and wrong guides, for inline profilers, with paths of several iterations, and on each
   * rung.
   */
  public static void checkAll(Map<String, byte[]> classes, String mainClass) throws Exception {
    Original original = new Differential(classes, mainClass, CutMode.BACK_EDGE, 1).traced();
    for (CutMode cut : CutMode.values()) {
      for (int maxPaths : new int[] {4096, 3, 1}) {
        Differential own = new Differential(classes, mainClass, cut, maxPaths).check(original);
        for (Guide guide : Guides.of(classes, own)) {
          new Differential(classes, mainClass, cut, maxPaths).guidedBy(guide).check(original);
        }
        new Differential(classes, mainClass, cut, maxPaths).withoutPacking().check(original);
      }
      for (Schemes inline : List.of(Schemes.SEQUENCES, Schemes.PACKED_SEQUENCES)) {
        new Differential(classes, mainClass, cut, 4096).with(inline).check(original);
      }
      new Differential(classes, mainClass, cut, 4096).from(Rung.CHORDS).check(original);
      new Differential(classes, mainClass, cut, 4096).from(Rung.CUTS).check(original);
    }
    for (int k : new int[] {2, 3, 6}) {
      for (int most : new int[] {60_000, 40}) {
        IterationOptions asked = new IterationOptions(k, most / 2, most, List.of());
        new Differential(classes, mainClass, CutMode.BACK_EDGE, 4096).with(asked).check(original);
      }
    }
    new Differential(classes, mainClass, CutMode.BACK_EDGE, 2).from(Rung.CHORDS).check(original);
    new Differential(classes, mainClass, CutMode.BACK_EDGE, 4096).from(Rung.ENTRY).check(original);
  }

  /** Limits methods to the given rung and the rungs below it. */
  public Differential from(Rung highest) {
    rung = highest;
    return this;
  }

  /** Instruments the program for another scheme. */
  public Differential with(Schemes probes) {
    options = options.withScheme(probes.scheme(), RecordingProbes.INTERNAL_NAME);
    return this;
  }

  /** Lets paths continue over several iterations. */
  public Differential with(IterationOptions asked) {
    options = options.withScheme(new IterationScheme(asked), RecordingProbes.INTERNAL_NAME);
    return this;
  }

  private Scheme scheme() {
    return options.scheme() instanceof StreamScheme
        ? new StreamScheme(packing, guide == null)
        : options.scheme();
  }

  /** Makes the probes record each path when it is complete, instead of packing it into a word. */
  public Differential withoutPacking() {
    packing = false;
    return this;
  }

  /**
   * Lets an earlier profile decide which paths are hot. Also makes the probes record every trip of
   * a loop instead of counting the trips, so that more methods have hot paths.
   */
  public Differential guidedBy(Guide earlier) {
    guide = earlier;
    return this;
  }

  public Differential check() throws Exception {
    return check(traced());
  }

  /** The result and the trace of the original program, which are the same for all options. */
  private static final class Original {
    final String result;
    final List<InstructionTrace.Activation> trace = new ArrayList<>(InstructionTrace.ACTIVATIONS);

    Original(String result) {
      this.result = result;
    }
  }

  private Original traced() throws Exception {
    String plain = run(classes);
    InstructionTrace.reset();
    assertEquals(plain, run(mapped(InstructionTracer::trace)), "result when traced");
    return new Original(plain);
  }

  private Differential check(Original original) throws Exception {
    assertEquals(original.result, runInstrumented(), "result when instrumented");
    Map<String, ExpectedPaths> expected = new TreeMap<>();
    Map<String, Long> entries = new TreeMap<>();
    records.forEach(
        (key, record) -> {
          if (record.plan.rung == Rung.ENTRY) {
            entries.put(key, 0L);
          } else {
            expected.put(key, new ExpectedPaths(Records.plan(record)));
          }
        });
    for (InstructionTrace.Activation activation : original.trace) {
      if (expected.containsKey(activation.method)) {
        expected.get(activation.method).add(activation.offsets);
      }
      entries.computeIfPresent(activation.method, (key, count) -> count + 1);
    }
    entries.forEach(
        (key, count) -> assertEquals(count, counter(records.get(key).plan.firstId()), key));
    Map<String, Map<String, Long>> recorded =
        !(options.scheme() instanceof IterationScheme)
            ? recordedSequences()
            : IterationPaths.recorded(records.values());
    assertEquals(expected.isEmpty(), recorded.isEmpty());
    expected.forEach(
        (key, paths) -> {
          assertEquals(
              !(options.scheme() instanceof IterationScheme)
                  ? paths.sequenceCounts()
                  : IterationPaths.expected(paths),
              recorded.getOrDefault(key, Map.of()),
              key + " " + options.cut());
          if (options.scheme() instanceof StreamScheme) {
            checkCounters(key, paths);
          }
        });
    return this;
  }

  /**
   * Runs the instrumented program, and returns its result. Doesn't compare the recorded paths with
   * a trace, which can't distinguish copies of a block.
   */
  public String runInstrumented() throws Exception {
    RecordingProbes.reset();
    AtomicInteger nextId = new AtomicInteger(1);
    Map<String, byte[]> instrumented =
        mapped(
            bytes -> {
              InstrumentedClass result =
                  new ClassInstrumenter()
                      .instrument(
                          bytes,
                          "test",
                          options
                              .withScheme(scheme(), RecordingProbes.INTERNAL_NAME)
                              .from(rung)
                              .guidedBy(guide),
                          nextId::getAndAdd);
              skipped.addAll(result.skipped());
              result.methods().forEach(m -> records.put(m.key(), m));
              return result.bytes() == null ? bytes : result.bytes();
            });
    String result = run(instrumented);
    assertEquals(List.of(), RecordingProbes.PROTOCOL_ERRORS);
    records.values().forEach(record -> checkThatNothingFailed(Records.line(record)));
    skipped.forEach(one -> checkThatNothingFailed(Records.line(one)));
    return result;
  }

  /**
   * Checks that a method is recorded in less detail only because of a limit, and never because its
   * instrumentation failed.
   */
  static void checkThatNothingFailed(String line) {
    assertFalse(line.contains("\"failed: "), line);
  }

  public String runPlain() throws Exception {
    return run(classes);
  }

  /**
   * Returns, for each method, how often each sequence of its paths was recorded. A path that was
   * counted outside sequences is returned as a sequence of length 1.
   */
  public Map<String, Map<String, Long>> recordedSequences() {
    Map<String, Map<String, Long>> sequences = new HashMap<>();
    records.forEach(
        (key, record) -> {
          if (record.plan.rung == Rung.ENTRY) {
            return;
          }
          RecordedPaths paths = new RecordedPaths(Records.plan(record));
          for (int id : countedPaths(record)) {
            add(sequences, key, List.of(paths.ofId(id)), counter(id));
          }
        });
    for (RecordingProbes.Sequence sequence : RecordingProbes.SEQUENCES) {
      String key = ownerOf(sequence.ids.get(0));
      MethodRecord record = records.get(key);
      RecordedPaths paths = new RecordedPaths(Records.plan(record));
      add(sequences, key, sequence.ids.stream().map(paths::ofId).collect(Collectors.toList()), 1);
    }
    return sequences;
  }

  /** Returns, by method, the paths that were recorded in sequences in the last run. */
  Map<String, List<TakenPath>> takenPaths() {
    Map<String, Map<DecodedPath, Long>> counts = new TreeMap<>();
    for (RecordingProbes.Sequence sequence : RecordingProbes.SEQUENCES) {
      String key = ownerOf(sequence.ids.get(0));
      RecordedPaths paths = new RecordedPaths(Records.plan(records.get(key)));
      Map<DecodedPath, Long> ofMethod = counts.computeIfAbsent(key, k -> new LinkedHashMap<>());
      sequence.ids.forEach(id -> ofMethod.merge(paths.ofId(id), 1L, Long::sum));
    }
    Map<String, List<TakenPath>> taken = new TreeMap<>();
    counts.forEach(
        (key, paths) ->
            taken.put(
                key,
                paths.entrySet().stream()
                    .map(one -> RecordedPaths.taken(one.getKey(), one.getValue()))
                    .collect(Collectors.toList())));
    return taken;
  }

  /** Returns the ids of a method's paths that were counted outside sequences. */
  private static List<Integer> countedPaths(MethodRecord record) {
    return RecordingProbes.COUNTERS.keySet().stream()
        .filter(id -> isPath(record, id))
        .collect(Collectors.toList());
  }

  private static boolean isPath(MethodRecord record, int id) {
    return id >= record.plan.firstId() && id < record.plan.firstId() + record.plan.pathIdCount();
  }

  private static void add(
      Map<String, Map<String, Long>> sequences, String key, List<DecodedPath> paths, long count) {
    sequences.computeIfAbsent(key, k -> new HashMap<>()).merge(paths.toString(), count, Long::sum);
  }

  private void checkCounters(String key, ExpectedPaths expected) {
    MethodPlan plan = expected.plan;
    List<DecodedPath> all =
        expected.sequences.stream().flatMap(List::stream).collect(Collectors.toList());
    long exits = all.stream().filter(path -> path.endKind() == EndKind.EXIT).count();
    long thrown =
        all.stream()
            .filter(path -> path.endKind() == EndKind.EXIT && endsInThrow(plan, path))
            .count();
    long superUnfinished =
        counter(plan, Counter.SUPER_CALLS) - counter(plan, Counter.SUPER_RETURNS);
    long escapes = counter(plan, Counter.ESCAPES) + superUnfinished;
    long entries =
        plan.counters().containsKey(Counter.ENTRIES)
            ? counter(plan, Counter.ENTRIES)
            : exits + escapes - thrown;
    assertEquals(expected.entries, entries, key + ": entries");
    assertEquals(expected.handlers, counter(plan, Counter.HANDLERS), key + ": handlers");
    if (plan.mode.equals("streamed") || !plan.counters().containsKey(Counter.ENTRIES)) {
      assertEquals(expected.escapes, escapes, key + ": escapes");
      assertEquals(expected.abandoned, expected.handlers + escapes - thrown, key + ": abandoned");
    } else {
      assertFalse(
          plan.counters().containsKey(Counter.ESCAPES), key + " counts entries and escapes");
      assertFalse(
          plan.counters().containsKey(Counter.SUPER_CALLS),
          key + " counts entries and calls of super()");
    }
    assertEquals(expected.entries + expected.handlers, exits + expected.abandoned, key + ": ends");
  }

  private static boolean endsInThrow(MethodPlan plan, DecodedPath path) {
    int[] blocks = path.blocks();
    return plan.code.blocks.lastInstruction(blocks[blocks.length - 1]).getOpcode()
        == Opcodes.ATHROW;
  }

  private static long counter(MethodPlan plan, Counter counter) {
    return plan.counters().containsKey(counter) ? counter(plan.counters().get(counter)) : 0;
  }

  private static long counter(int id) {
    return RecordingProbes.COUNTERS.getOrDefault(id, 0L);
  }

  private String ownerOf(int id) {
    for (Map.Entry<String, MethodRecord> entry : records.entrySet()) {
      if (isPath(entry.getValue(), id)) {
        return entry.getKey();
      }
    }
    throw new AssertionError("no method has a path with id " + id);
  }

  private Map<String, byte[]> mapped(UnaryOperator<byte[]> transformation) {
    Map<String, byte[]> mapped = new HashMap<>();
    classes.forEach((name, bytes) -> mapped.put(name, transformation.apply(bytes)));
    return mapped;
  }

  private String run(Map<String, byte[]> defined) throws Exception {
    Class<?> main = new ByteLoader(defined, getClass().getClassLoader()).loadClass(mainClass);
    Method run = main.getDeclaredMethod("run");
    run.setAccessible(true);
    try {
      Object result = run.invoke(null);
      assertTrue(result instanceof String);
      return (String) result;
    } catch (InvocationTargetException e) {
      return "thrown: " + e.getCause();
    }
  }
}
