package org.kpathjvm.core.instrument.oracle;

import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.runtime.json.Utf8Text;

/** What tests want to know of the records of instrumented and skipped methods. */
public final class Records {
  private Records() {}

  /**
   * The plan of a method whose paths are recorded.
   *
   * @throws ClassCastException if they aren't
   */
  public static MethodPlan plan(MethodRecord record) {
    return (MethodPlan) record.plan;
  }

  /** Name and descriptor, put together. */
  public static String method(MethodRecord record) {
    return record.plan.method.name + record.plan.method.desc;
  }

  /** Its line of methods.jsonl. */
  public static String line(MethodRecord record) {
    MarkedLines line = new MarkedLines(new Utf8Text(16));
    record.appendJson(line);
    return line.text.toString();
  }

  /** Its line of methods.jsonl. */
  public static String line(SkippedMethod skipped) {
    MarkedLines line = new MarkedLines(new Utf8Text(16));
    skipped.appendJson(line);
    return line.text.toString();
  }
}
