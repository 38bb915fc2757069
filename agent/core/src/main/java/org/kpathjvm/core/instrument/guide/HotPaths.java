package org.kpathjvm.core.instrument.guide;

import java.util.List;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.TakenPath;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Finds the numbering of a method's paths with which an earlier run would have cost least. Paths
 * along hot edges get small numbers, several of which are packed into a 64-bit word; all other
 * paths are recorded one by one. The more edges are hot, the more bits each packed path takes. The
 * fewer edges are hot, the more paths are recorded one by one.
 */
public final class HotPaths {
  /**
   * The thresholds that are tried. A start, edge or end of paths is cold if its share of all path
   * completions is at most the threshold.
   */
  private static final double[] COLD_SHARES = {0, .001, .003, .01, .03, .1};

  // The approximate costs of one path or word, for the target and the engine together, in
  // nanoseconds.
  private static final double PACKED_PATH = 1;
  private static final double WORD = 10;
  private static final double PATH_BY_ITSELF = 25;

  /**
   * The cost of a path that is recorded separately, between words. Because of the path, the engine
   * moves the activation to a table that can hold all numbers. It moves the activation back when
   * the path is no longer in the activation's context.
   */
  private static final double PATH_AMONG_WORDS = 300;

  /**
   * Another numbering is chosen only if its cost is below this share of the cost of the method's
   * own numbering. The reason is that words with more paths recur less often, which costs the
   * engine time that isn't predicted here.
   */
  private static final double WORTHWHILE = .8;

  /**
   * The number of ids that a method may always have, as a multiple of the number of ids that its
   * own numbering takes.
   */
  private static final int USUAL_IDS = 4;

  private HotPaths() {}

  /**
   * Returns the best numbering; null if none is clearly better than the method's own.
   *
   * @param guided an earlier profile's paths; paths that the method doesn't have are ignored
   */
  public static HotNumbering of(FlowGraph graph, PathNumbering numbering, GuidedMethod guided) {
    List<TakenPath> taken = guided.pathsOf(graph, numbering);
    taken.removeIf(TakenPath::isWholeActivation);
    if (taken.isEmpty()) {
      return null;
    }
    long usual = Math.min((long) USUAL_IDS * numbering.pathCount(), PathNumbering.PATH_LIMIT);
    int mostIds = (int) Math.max(usual, Math.min(guided.mostIds, PathNumbering.PATH_LIMIT));
    double least = WORTHWHILE * ownCost(numbering, taken);
    HotNumbering best = null;
    for (double share : COLD_SHARES) {
      HotNumbering hot = HotNumbering.of(numbering, taken, share, mostIds);
      double cost = hot == null ? Double.POSITIVE_INFINITY : cost(hot, taken);
      if (cost < least) {
        least = cost;
        best = hot;
      }
    }
    return best;
  }

  private static double ownCost(PathNumbering numbering, List<TakenPath> taken) {
    int bits = PackedWord.bits(numbering.pathCount());
    double each =
        bits > PackedWord.WIDEST_PACKED_BITS ? PATH_BY_ITSELF : PACKED_PATH + WORD / (63 / bits);
    return each * taken.stream().mapToLong(path -> path.count).sum();
  }

  private static double cost(HotNumbering hot, List<TakenPath> taken) {
    int bits = PackedWord.bits(hot.hotCount());
    if (bits > PackedWord.WIDEST_PACKED_BITS) {
      return Double.POSITIVE_INFINITY;
    }
    double cost = 0;
    double packed = PACKED_PATH + WORD / (63 / bits);
    for (TakenPath path : taken) {
      cost += path.count * (hot.number(path) >>> bits == 0 ? packed : PATH_AMONG_WORDS);
    }
    return cost;
  }
}
