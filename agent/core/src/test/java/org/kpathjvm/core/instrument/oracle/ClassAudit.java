package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Rung;

/**
 * Checks an instrumented class against an independent parse of its bytes, and collects figures on
 * its methods.
 */
public final class ClassAudit {
  /** By default, HotSpot compiles no methods with more bytes of code (HugeMethodLimit). */
  public static final int COMPILED_BYTES = 8000;

  /** The beginnings of the allowed reasons for leaving a method out. */
  private static final List<String> KNOWN_REASONS =
      List.of("too-", "huge-method", "class-too-large");

  private final String className;
  private final List<String> faults = new ArrayList<>();
  private final List<MethodFigures> methods = new ArrayList<>();
  private int methodsWithCode;

  private ClassAudit(String className) {
    this.className = className;
  }

  /**
   * Checks a class.
   *
   * @param className the name for messages
   * @param original the class file without probes
   */
  public static ClassAudit of(String className, byte[] original, InstrumentedClass result) {
    ClassAudit audit = new ClassAudit(className);
    Map<String, RawCode> before = RawCode.of(original);
    audit.methodsWithCode = before.size();
    audit.checkReasons(result);
    audit.checkNoneIsMissing(before, result);
    if (result.bytes() != null) {
      Map<String, RawCode> after = RawCode.of(result.bytes());
      audit.require(
          after.keySet().equals(before.keySet()), "the methods with code are no longer the same");
      for (MethodRecord record : result.methods()) {
        String key = Records.method(record);
        audit.checkMethod(record, before.get(key), after.get(key));
      }
    }
    return audit;
  }

  /** Returns the faults, one line each; empty if there are none. */
  public List<String> faults() {
    return Collections.unmodifiableList(faults);
  }

  public int methodsWithCode() {
    return methodsWithCode;
  }

  /** Returns the figures of the instrumented methods. */
  public List<MethodFigures> methods() {
    return Collections.unmodifiableList(methods);
  }

  private void require(boolean holds, String fault) {
    if (!holds) {
      faults.add(className + ": " + fault);
    }
  }

  private void checkReasons(InstrumentedClass result) {
    for (SkippedMethod skipped : result.skipped()) {
      require(
          KNOWN_REASONS.stream().anyMatch(skipped.reason::startsWith),
          skipped.method + " is left out: " + skipped.reason);
      checkRejections(skipped.method, Records.line(skipped));
    }
  }

  private void checkNoneIsMissing(Map<String, RawCode> before, InstrumentedClass result) {
    Set<String> missing = new HashSet<>(before.keySet());
    for (MethodRecord record : result.methods()) {
      missing.remove(Records.method(record));
    }
    for (SkippedMethod skipped : result.skipped()) {
      if (skipped.method == null) {
        missing.clear();
      }
      missing.remove(skipped.method);
    }
    require(missing.isEmpty(), "neither instrumented nor left out with a reason: " + missing);
  }

  private void checkRejections(String method, String json) {
    require(!json.contains("\"failed: "), method + ": the instrumentation failed: " + json);
  }

  private void checkMethod(MethodRecord record, RawCode before, RawCode after) {
    String name = Records.method(record);
    require(before.size() == record.originalBytes, name + ": wrong size without probes");
    require(after.size() == record.instrumentedBytes, name + ": wrong size with probes");
    require(
        record.instrumentedBytes <= record.predictedBytes,
        name + ": larger than the " + record.predictedBytes + " bytes predicted");
    require(
        record.originalBytes > COMPILED_BYTES || record.instrumentedBytes <= COMPILED_BYTES,
        name + ": the probes make it too large to be compiled");
    if (record.reason() != null) {
      checkRejections(name, Records.line(record));
    }
    boolean subroutines = before.hasSubroutines();
    if (!subroutines && MonitorBalance.isBalanced(before)) {
      require(MonitorBalance.isBalanced(after), name + ": monitors are no longer balanced");
    }
    if (record.plan.rung == Rung.ENTRY) {
      methods.add(new MethodFigures(record, 0, subroutines, false, false));
      return;
    }
    MethodPlan plan = Records.plan(record);
    if (!subroutines) {
      require(
          before.blocks().equals(blocks(plan)), name + ": blocks differ from those of its code");
    }
    int loops = LoopForest.of(plan.code.graph, plan.code.backEdges).size();
    boolean cut = !plan.code.numbering.extraCuts().isEmpty();
    methods.add(
        new MethodFigures(record, loops, subroutines, plan.code.backEdges.irreducible(), cut));
  }

  private static List<List<Integer>> blocks(MethodPlan plan) {
    List<List<Integer>> blocks = new ArrayList<>();
    for (int block = 0; block < plan.code.blocks.count(); block++) {
      blocks.add(
          List.of(
              plan.code.original.offset(plan.code.blocks.first(block)),
              plan.code.original.offset(plan.code.blocks.last(block))));
    }
    return blocks;
  }
}
