package org.kpathjvm.core.instrument.guide;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.TakenPath;

/** What an earlier profile says about a method. */
public final class GuidedMethod {
  /** A method about which an earlier profile says nothing. */
  public static final GuidedMethod UNKNOWN = new GuidedMethod(List.of(), 0);

  /** The method's most frequent paths, if any. */
  public final List<TakenPath> paths;

  /**
   * The largest number of ids that the method may take if its paths get other numbers than the
   * method's own. {@link HotPaths} always allows a few times as many ids as the own numbers take.
   */
  public final int mostIds;

  public GuidedMethod(List<TakenPath> paths, int mostIds) {
    this.paths = paths;
    this.mostIds = mostIds;
  }

  /**
   * Returns the paths that really are the method's and were taken. The check is necessary because a
   * guide may come from anywhere.
   */
  public List<TakenPath> pathsOf(FlowGraph graph, PathNumbering numbering) {
    List<TakenPath> taken = new ArrayList<>();
    for (TakenPath path : paths) {
      if (path.count > 0 && path.isOf(graph, numbering)) {
        taken.add(path);
      }
    }
    return taken;
  }
}
