package org.kpathjvm.core.instrument.oracle;

import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.core.instrument.paths.PathPlan;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.numbering.DecodedPath;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.PathDecoder;
import org.kpathjvm.core.numbering.TakenPath;

/** Finds a method's path by the id under which it was recorded. */
final class RecordedPaths {
  private final MethodPlan plan;
  private final PathDecoder decoder;

  /**
   * Maps the number under which a path is recorded to its number in the path numbering; null if the
   * two numbers are the same for every path.
   */
  private final Map<Integer, Integer> own;

  RecordedPaths(MethodPlan plan) {
    this.plan = plan;
    decoder = PathDecoder.of(plan.code.numbering);
    HotNumbering hot = plan instanceof PathPlan ? ((PathPlan) plan).hot() : null;
    own = hot == null ? null : new HashMap<>();
    for (int path = 0; own != null && path < plan.pathCount(); path++) {
      own.put(hot.number(taken(decoder.decode(path), 1)), path);
    }
  }

  DecodedPath ofId(int id) {
    int number = id - plan.firstId();
    return decoder.decode(own == null ? number : own.get(number));
  }

  static TakenPath taken(DecodedPath path, long count) {
    return new TakenPath(path.startKind(), path.endKind(), path.blocks(), count);
  }
}
