package org.kpathjvm.core.instrument.probes;

import java.util.Map;
import org.kpathjvm.core.instrument.options.Rung;
import org.objectweb.asm.tree.MethodNode;

/** A method with its probes inserted, and what of it is counted under which id. */
public interface ProbePlan {
  Rung rung();

  /** The method with its probes. */
  MethodNode method();

  /** "counted", "streamed" or "entry". */
  String mode();

  /** The id of path 0; without paths, that of the first counter. */
  int firstId();

  /** Number of paths; 0 if none are recorded. */
  int pathCount();

  /** Ids by counter, in ascending order of both. */
  Map<Counter, Integer> counters();

  /** What the inserted code adds to the constant pool. */
  PoolDemand poolDemand();
}
