package org.kpathjvm.core.instrument.metadata;

import java.util.List;
import java.util.Map;
import org.kpathjvm.core.instrument.ladder.Choice;
import org.kpathjvm.core.instrument.ladder.RejectedRung;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * The record of an instrumented method. With it, a reader can turn ids into blocks and source
 * lines.
 */
public final class MethodRecord {
  private static final int LINE_BYTES = 800;

  /** The plan by which the probes were inserted. */
  public final ProbePlan plan;

  /** The number of bytes of code without probes. */
  public final int originalBytes;

  /**
   * An upper bound on the number of bytes of code with the probes, predicted before the class was
   * written.
   */
  public final int predictedBytes;

  /** The number of bytes of code with the probes. */
  public final int instrumentedBytes;

  private final ClassRecord owner;
  private final List<RejectedRung> rejected;
  private final String reason;
  private final String codeDigest;

  /**
   * Makes the record of a method with probes.
   *
   * @param codeDigest the digest of the method's instructions without probes
   */
  public MethodRecord(ClassRecord owner, Choice choice, String codeDigest, int instrumentedBytes) {
    this.owner = owner;
    this.codeDigest = codeDigest;
    plan = choice.plan;
    originalBytes = choice.originalBytes;
    predictedBytes = choice.predictedBytes;
    rejected = choice.rejected;
    reason = choice.reason();
    this.instrumentedBytes = instrumentedBytes;
  }

  /**
   * Returns the internal name of the class, a dot, and the method's name directly followed by its
   * descriptor.
   */
  public String key() {
    return owner.className + "." + plan.method.name + plan.method.desc;
  }

  /**
   * Returns why the method isn't recorded on the highest requested rung; null if it is recorded
   * there.
   */
  public String reason() {
    return reason;
  }

  /**
   * Returns the method's line of methods.jsonl, but with 0 as the size of the code with probes.
   * This size depends on the rest of the class. Readers treat two records alike if this text is the
   * same for both records.
   */
  public String reading() {
    MarkedLines lines = new MarkedLines(new Utf8Text(LINE_BYTES));
    append(lines, 0);
    return lines.text.toString();
  }

  /** Appends the method's line of methods.jsonl, without the line feed. */
  public void appendJson(MarkedLines lines) {
    append(lines, instrumentedBytes);
  }

  private void append(MarkedLines lines, int bytesWithProbes) {
    JsonWriter json = new JsonWriter(lines.text).beginObject();
    json.put("kind", "method").encoded(owner.classMember);
    json.put("name", plan.method.name).put("descriptor", plan.method.desc);
    json.put("access", plan.method.access & 0xffff);
    json.put("code_digest", codeDigest);
    if (!owner.hasNamedVariables) {
      json.put("unnamed_variables", true);
    }
    lines.loader(json.name("loader"), owner.loaderName);
    json.encoded(owner.originMembers).put("mode", plan.mode);
    lines.id(json.name("first_id"), plan.firstId());
    json.put("paths", plan.pathCount()).put("version", 0);
    json.put("held_paths", plan.heldPaths());
    json.name("repeats").values(plan.repeatedPaths());
    json.name("counters").beginObject();
    for (Map.Entry<Counter, Integer> counter : plan.counters().entrySet()) {
      lines.id(json.name(counter.getKey().label()), counter.getValue());
    }
    json.endObject();
    json.encoded(owner.cutMember);
    if (plan instanceof MethodPlan) {
      new PathTables((MethodPlan) plan, owner.className, owner.sourceMap, owner.constants, lines)
          .write(json);
    } else {
      PathTables.writeNone(json);
    }
    json.put("bytes", originalBytes).put("instrumented_bytes", bytesWithProbes);
    json.put("rung", plan.rung.label()).put("reason", reason());
    RejectedRung.write(rejected, json);
    json.endObject();
  }
}
