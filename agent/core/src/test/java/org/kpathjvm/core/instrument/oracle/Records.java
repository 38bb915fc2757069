package org.kpathjvm.core.instrument.oracle;

import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.runtime.json.Utf8Text;

/** Facts that tests need from the records of instrumented and skipped methods. */
public final class Records {
  private Records() {}

  /**
   * Returns the plan of a method, unless only the method's entries are recorded.
   *
   * @throws ClassCastException if only entries are recorded
   */
  public static MethodPlan plan(MethodRecord record) {
    return (MethodPlan) record.plan;
  }

  /** Returns the method's name directly followed by its descriptor. */
  public static String method(MethodRecord record) {
    return record.plan.method.name + record.plan.method.desc;
  }

  /** Returns the method's line of methods.jsonl. */
  public static String line(MethodRecord record) {
    MarkedLines line = new MarkedLines(new Utf8Text(16));
    record.appendJson(line);
    return line.text.toString();
  }

  /** Returns the skipped method's line of methods.jsonl. */
  public static String line(SkippedMethod skipped) {
    MarkedLines line = new MarkedLines(new Utf8Text(16));
    skipped.appendJson(line);
    return line.text.toString();
  }
}
