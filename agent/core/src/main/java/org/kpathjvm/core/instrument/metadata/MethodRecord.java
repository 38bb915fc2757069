package org.kpathjvm.core.instrument.metadata;

import java.util.Map;
import org.kpathjvm.core.instrument.ladder.Choice;
import org.kpathjvm.core.instrument.ladder.RejectedRung;
import org.kpathjvm.core.instrument.options.Rung;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * An instrumented method: what a reader needs to know of it to turn ids into blocks and source
 * lines.
 */
public final class MethodRecord {
  private final ClassRecord owner;
  private final Choice choice;
  private final ProbePlan plan;
  private final int instrumentedBytes;

  public MethodRecord(ClassRecord owner, Choice choice, int instrumentedBytes) {
    this.owner = owner;
    this.choice = choice;
    this.plan = choice.plan;
    this.instrumentedBytes = instrumentedBytes;
  }

  /** Internal name. */
  public String className() {
    return owner.className;
  }

  public String name() {
    return plan.method().name;
  }

  public String descriptor() {
    return plan.method().desc;
  }

  /** "counted", "streamed", or "entry": only entries are counted. */
  public String mode() {
    return plan.mode();
  }

  /** How much of the method is recorded. */
  public Rung rung() {
    return plan.rung();
  }

  /** The id of path 0; without paths, that of the first counter. */
  public int firstId() {
    return plan.firstId();
  }

  /** Number of paths; 0 if none are recorded. */
  public int pathCount() {
    return plan.pathCount();
  }

  /** Bytes of code as they were read. */
  public int originalBytes() {
    return choice.originalBytes;
  }

  /** Upper bound of the bytes of code with the probes, from before they were written. */
  public int predictedBytes() {
    return choice.predictedBytes;
  }

  /** Why the method isn't recorded in full: of the highest rung; null if it is. */
  public String reason() {
    return choice.rejected.isEmpty() ? null : choice.rejected.get(0).reason;
  }

  /** Bytes of code with the probes. */
  public int instrumentedBytes() {
    return instrumentedBytes;
  }

  /**
   * The plan of a method whose paths are recorded.
   *
   * @throws ClassCastException if they aren't
   */
  public MethodPlan plan() {
    return (MethodPlan) plan;
  }

  /**
   * One line of methods.jsonl, without its line feed, for a class that was transformed for the
   * first time.
   */
  public String toJson() {
    return toJson(0);
  }

  /**
   * One line of methods.jsonl, without its line feed.
   *
   * @param version how often the method's class had been transformed before
   */
  public String toJson(int version) {
    Utf8Text line = new Utf8Text(512);
    write(version, line);
    return line.toString();
  }

  /** Appends its line of methods.jsonl, as {@link #toJson()} gives it. */
  public void appendJson(Utf8Text lines) {
    write(0, lines);
  }

  private void write(int version, Utf8Text line) {
    JsonWriter json = new JsonWriter(line).beginObject();
    json.put("kind", "method").encoded(owner.classMember);
    json.put("name", name()).put("descriptor", descriptor());
    json.put("access", plan.method().access & 0xffff);
    json.encoded(owner.originMembers).put("mode", mode());
    json.put("first_id", firstId()).put("paths", pathCount()).put("version", version);
    json.name("counters").beginObject();
    for (Map.Entry<Counter, Integer> counter : plan.counters().entrySet()) {
      json.put(counter.getKey().label(), counter.getValue());
    }
    json.endObject();
    json.encoded(owner.cutMember);
    if (plan instanceof MethodPlan) {
      new PathTables(plan()).write(json);
    } else {
      PathTables.writeNone(json);
    }
    json.put("bytes", originalBytes()).put("instrumented_bytes", instrumentedBytes);
    json.put("rung", rung().label()).put("reason", reason());
    RejectedRung.write(choice.rejected, json);
    json.endObject();
  }
}
