package org.kpathjvm.core.instrument.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.windows.WindowPlan;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.sample.ByteLoader;
import org.kpathjvm.core.structural.StructureGraph;
import org.kpathjvm.core.structural.StructurePaths;

/**
 * Runs a program three times: unchanged, traced, and with the probes of structural path profiling,
 * which here record every path. The results must be the same, and each structural path must be
 * recorded as often as it occurs in the trace.
 */
public final class WindowDifferential {
  private static final InstrumentOptions OPTIONS =
      new InstrumentOptions(CutMode.BACK_EDGE, 4096)
          .withScheme(Schemes.WINDOWS.scheme(), WindowRecorder.INTERNAL_NAME);

  private final Map<String, byte[]> classes;
  private final String mainClass;
  private final List<MethodRecord> records = new ArrayList<>();

  public WindowDifferential(Map<String, byte[]> classes, String mainClass) {
    this.classes = classes;
    this.mainClass = mainClass;
  }

  public void check() throws Exception {
    String plain = run(it -> it);
    InstructionTrace.reset();
    assertEquals(plain, run(InstructionTracer::trace), "result when traced");
    List<InstructionTrace.Activation> trace = new ArrayList<>(InstructionTrace.ACTIVATIONS);
    WindowRecorder.reset();
    AtomicInteger nextId = new AtomicInteger(1);
    assertEquals(plain, run(bytes -> instrumented(bytes, nextId)), "result with probes");
    Map<String, ExpectedWindows> expected = new TreeMap<>();
    Map<String, WindowPlan> plans = new HashMap<>();
    for (MethodRecord record : records) {
      Differential.checkThatNothingFailed(Records.line(record));
      MethodPlan plan = Records.plan(record);
      if (plan instanceof WindowPlan) {
        expected.put(record.key(), new ExpectedWindows((WindowPlan) plan));
        plans.put(record.key(), (WindowPlan) plan);
      }
    }
    assertTrue(!expected.isEmpty());
    for (InstructionTrace.Activation activation : trace) {
      if (expected.containsKey(activation.method)) {
        expected.get(activation.method).add(activation.offsets);
      }
    }
    expected.forEach((key, it) -> assertEquals(it.counts, recorded(plans.get(key)), key));
  }

  /**
   * Checks that nothing is counted while all path windows are closed, and that the program's result
   * stays the same.
   */
  public void checkShut() throws Exception {
    WindowRecorder.reset();
    String plain = run(it -> it);
    AtomicInteger nextId = new AtomicInteger(1);
    for (int id = 0; id < 100_000; id++) {
      WindowRecorder.SHUT.add(id);
    }
    assertEquals(plain, run(bytes -> instrumented(bytes, nextId)), "result with probes");
    assertEquals(Map.of(), WindowRecorder.COUNTS);
  }

  private static Map<String, Long> recorded(WindowPlan plan) {
    Map<String, Long> counts = new TreeMap<>();
    for (StructureGraph graph : plan.windows().forest().graphs()) {
      for (StructurePaths.Path path : StructurePaths.of(graph)) {
        Long count = WindowRecorder.COUNTS.get(plan.windows().firstId(graph) + path.number());
        if (count != null) {
          counts.put(ExpectedWindows.text(graph, path), count);
        }
      }
    }
    return counts;
  }

  private byte[] instrumented(byte[] bytes, AtomicInteger nextId) {
    InstrumentedClass result =
        new ClassInstrumenter().instrument(bytes, "test", OPTIONS, nextId::getAndAdd);
    records.addAll(result.methods());
    assertEquals(List.of(), result.skipped());
    return result.bytes() == null ? bytes : result.bytes();
  }

  private String run(UnaryOperator<byte[]> transformation) throws Exception {
    Map<String, byte[]> mapped = new HashMap<>();
    classes.forEach((name, bytes) -> mapped.put(name, transformation.apply(bytes)));
    Class<?> main = new ByteLoader(mapped, getClass().getClassLoader()).loadClass(mainClass);
    Method run = main.getDeclaredMethod("run");
    run.setAccessible(true);
    try {
      return (String) run.invoke(null);
    } catch (InvocationTargetException e) {
      return "thrown: " + e.getCause();
    }
  }
}
