package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.instrument.schemes.SchemeCode;
import org.kpathjvm.core.instrument.windows.WindowCode;
import org.objectweb.asm.tree.InsnList;

/** What is to be executed whenever an ordinary edge is taken. */
interface EdgeCode {
  /** Whether there is anything to execute. */
  boolean isNeeded(int from, int to);

  /** Whether the code has instructions that may throw: in HotSpot's view, ldc is one. */
  boolean mayThrow(int from, int to);

  /** Whether the code may as well be the first of the target, if no other edge leads there. */
  boolean mayStandInTarget(int from, int to);

  /** The code; it leaves the stack as it found it. */
  InsnList code(int from, int to);

  /** What the plan of a method has on its edges. */
  static EdgeCode of(MethodPlan plan) {
    if (plan.windows != null) {
      return of(plan.windows);
    }
    if (plan.scheme != null) {
      return of(plan.scheme);
    }
    return plan.edgeCounters != null ? plan.edgeCounters : new PathEdgeCode(plan);
  }

  /** That of another scheme. */
  static EdgeCode of(SchemeCode scheme) {
    return new EdgeCode() {
      @Override
      public boolean isNeeded(int from, int to) {
        return scheme.isNeeded(from, to);
      }

      @Override
      public boolean mayThrow(int from, int to) {
        return scheme.mayThrow(from, to);
      }

      @Override
      public boolean mayStandInTarget(int from, int to) {
        return !scheme.mayThrow(from, to);
      }

      @Override
      public InsnList code(int from, int to) {
        return scheme.onEdge(from, to);
      }
    };
  }

  /** That of structure graphs. */
  static EdgeCode of(WindowCode windows) {
    return new EdgeCode() {
      @Override
      public boolean isNeeded(int from, int to) {
        return windows.isNeeded(from, to);
      }

      @Override
      public boolean mayThrow(int from, int to) {
        return windows.mayThrow(from, to);
      }

      @Override
      public boolean mayStandInTarget(int from, int to) {
        return !windows.callsProbes(from, to);
      }

      @Override
      public InsnList code(int from, int to) {
        return windows.onEdge(from, to);
      }
    };
  }
}
