package org.kpathjvm.core.instrument.ladder;

import java.util.List;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.probes.MethodIds;
import org.kpathjvm.core.instrument.probes.ProbePlan;

/** The decision on how a method is recorded. */
public final class Choice {
  public final MethodBody body;
  public final int originalBytes;

  /** Null if the method stays as it was. */
  public final ProbePlan plan;

  /**
   * An upper bound on the number of bytes of the method's code with probes. Without a plan, it is
   * the bound for the last rung that was tried. It is -1 if nothing was predicted.
   */
  public final int predictedBytes;

  /** The rejected rungs, the highest first. */
  public final List<RejectedRung> rejected;

  /** Null if a rung was tried. */
  private final String leftOut;

  final MethodIds ids;

  /** Creates the decision for a method that is left out before any rung is tried. */
  Choice(MethodBody body, int originalBytes, String leftOut) {
    this(body, originalBytes, null, -1, List.of(), null, leftOut);
  }

  Choice(
      MethodBody body,
      int originalBytes,
      ProbePlan plan,
      int predictedBytes,
      List<RejectedRung> rejected,
      MethodIds ids) {
    this(body, originalBytes, plan, predictedBytes, rejected, ids, null);
  }

  private Choice(
      MethodBody body,
      int originalBytes,
      ProbePlan plan,
      int predictedBytes,
      List<RejectedRung> rejected,
      MethodIds ids,
      String leftOut) {
    this.body = body;
    this.originalBytes = originalBytes;
    this.plan = plan;
    this.predictedBytes = predictedBytes;
    this.rejected = rejected;
    this.ids = ids;
    this.leftOut = leftOut;
  }

  /**
   * Returns why the method isn't recorded on the highest requested rung; null if it is recorded
   * there.
   */
  public String reason() {
    if (leftOut != null) {
      return leftOut;
    }
    return rejected.isEmpty() ? null : rejected.get(0).reason;
  }
}
