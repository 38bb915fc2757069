package org.kpathjvm.core.instrument.ladder;

import java.util.List;
import org.kpathjvm.core.instrument.classfile.MethodBody;
import org.kpathjvm.core.instrument.probes.ProbePlan;

/** What became of a method. */
public final class Choice {
  public final MethodBody body;
  public final int originalBytes;

  /** Null if the method stays as it was. */
  public final ProbePlan plan;

  /** Upper bound; without a plan, that of the last rung. */
  public final int predictedBytes;

  /** From the highest. */
  public final List<RejectedRung> rejected;

  final MethodIds ids;

  Choice(
      MethodBody body,
      int originalBytes,
      ProbePlan plan,
      int predictedBytes,
      List<RejectedRung> rejected,
      MethodIds ids) {
    this.body = body;
    this.originalBytes = originalBytes;
    this.plan = plan;
    this.predictedBytes = predictedBytes;
    this.rejected = rejected;
    this.ids = ids;
  }
}
