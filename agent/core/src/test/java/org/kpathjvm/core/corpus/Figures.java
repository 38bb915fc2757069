package org.kpathjvm.core.corpus;

import static org.kpathjvm.core.instrument.oracle.ClassAudit.COMPILED_BYTES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.oracle.ClassAudit;
import org.kpathjvm.core.instrument.oracle.MethodFigures;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Collects figures about the classes of a jar or a module, and about their instrumentation. Threads
 * may share an instance.
 */
final class Figures {
  private final String name;
  private final Map<String, Integer> versions = new TreeMap<>();
  private final Map<String, Integer> modes = new TreeMap<>();
  private final Map<String, Integer> rungs = new TreeMap<>();
  private final Map<String, Integer> leftOut = new TreeMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<LinkComparison.Outcome, Integer> links =
      new EnumMap<>(LinkComparison.Outcome.class);
  private final List<Integer> paths = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int mostSurplus;
  private long bytesBefore;
  private long bytesAfter;
  private long bytesPredicted;
  private long nanos;

  Figures(String name) {
    this.name = name;
  }

  /** Adds a class, and the time that its instrumentation took. */
  synchronized void add(
      byte[] original, InstrumentedClass result, ClassAudit audit, long elapsedNanos) {
    count("classes");
    versions.merge(
        Integer.toString((original[6] & 0xff) << 8 | original[7] & 0xff), 1, Integer::sum);
    counts.merge("methods", audit.methodsWithCode(), Integer::sum);
    counts.merge("instrumented", result.methods().size(), Integer::sum);
    audit.methods().forEach(this::addMethod);
    for (SkippedMethod skipped : result.skipped()) {
      leftOut.merge(skipped.reason.split(":")[0], 1, Integer::sum);
      notes.add("left out: " + skipped);
    }
    faults.addAll(audit.faults());
    nanos += elapsedNanos;
  }

  private void addMethod(MethodFigures method) {
    modes.merge(method.mode, 1, Integer::sum);
    rungs.merge(method.rung, 1, Integer::sum);
    if (method.reason != null) {
      notes.add("on rung " + method.rung + ": " + method.method + ": " + method.reason);
    }
    counts.merge("loops", method.loops, Integer::sum);
    countIf(method.loops > 0, "looping");
    countIf(method.hasSubroutines, "subroutines");
    countIf(method.irreducible, "irreducible");
    countIf(method.cut, "cut");
    countIf(method.originalBytes > COMPILED_BYTES, "huge_before");
    countIf(
        method.originalBytes <= COMPILED_BYTES && method.instrumentedBytes > COMPILED_BYTES,
        "huge_by_probes");
    paths.add(method.paths);
    bytesBefore += method.originalBytes;
    bytesAfter += method.instrumentedBytes;
    bytesPredicted += method.predictedBytes;
    countIf(method.predictedBytes == method.instrumentedBytes, "predicted_exactly");
    mostSurplus = Math.max(mostSurplus, method.predictedBytes - method.instrumentedBytes);
  }

  synchronized void addVerified() {
    count("verified_by_asm");
  }

  /** Counts a module-info, which no JVM can link. */
  synchronized void addUnlinkable() {
    count("unlinkable");
  }

  /** Counts a class that ASM refuses even in its original form. */
  synchronized void addUnverifiable(String className, String failure) {
    count("unverifiable_by_asm");
    notes.add("ASM refuses the original, too: " + className + ": " + failure);
  }

  synchronized void addLink(String className, LinkComparison.Result result) {
    links.merge(result.outcome, 1, Integer::sum);
    if (result.outcome == LinkComparison.Outcome.FAULT) {
      faults.add(
          className
              + ": the JVM refuses the instrumented class, and treats the original differently: "
              + result.message);
    } else if (result.outcome != LinkComparison.Outcome.LINKED) {
      notes.add("the JVM refuses the original, too: " + className + ": " + result.message);
    }
  }

  synchronized void addFault(String fault) {
    faults.add(fault);
  }

  private void countIf(boolean holds, String counter) {
    if (holds) {
      count(counter);
    }
  }

  private void count(String counter) {
    counts.merge(counter, 1, Integer::sum);
  }

  /** Returns the figures as one line of JSON. */
  synchronized String toJson() {
    JsonWriter json = new JsonWriter().beginObject().name("name").value(name);
    json.name("milliseconds").value(nanos / 1_000_000);
    counts.forEach((counter, count) -> json.name(counter).value(count));
    links.forEach((outcome, n) -> json.name(outcome.name().toLowerCase()).value(n));
    write(json, "versions", versions);
    write(json, "modes", modes);
    write(json, "rungs", rungs);
    write(json, "left_out", leftOut);
    int[] sorted = paths.stream().mapToInt(Integer::intValue).sorted().toArray();
    json.name("paths_median").value(sorted.length == 0 ? 0 : sorted[sorted.length / 2]);
    json.name("paths_max").value(sorted.length == 0 ? 0 : sorted[sorted.length - 1]);
    json.name("paths_sum").value(Arrays.stream(sorted).asLongStream().sum());
    json.name("bytes_before").value(bytesBefore).name("bytes_after").value(bytesAfter);
    json.name("bytes_predicted").value(bytesPredicted).name("most_surplus").value(mostSurplus);
    write(json, "faults", faults);
    write(json, "notes", notes);
    return json.endObject().toString();
  }

  private static void write(JsonWriter json, String member, Map<String, Integer> counts) {
    json.name(member).beginObject();
    counts.forEach((name, count) -> json.name(name).value(count));
    json.endObject();
  }

  private static void write(JsonWriter json, String member, List<String> texts) {
    json.name(member).beginArray();
    texts.stream().sorted().forEach(json::value);
    json.endArray();
  }
}
