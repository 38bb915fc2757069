package org.kpathjvm.core.instrument.guide;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.numbering.PathNumbering;
import org.kpathjvm.core.numbering.TakenPath;

/** An earlier profile's data about a method. */
public final class GuidedMethod {
  /** The data of a method that isn't in an earlier profile. */
  public static final GuidedMethod UNKNOWN = new GuidedMethod(List.of(), 0);

  /** The method's most frequent paths; empty if the profile has none. */
  public final List<TakenPath> paths;

  /**
   * The largest number of ids that a numbering other than the method's own may take. {@link
   * HotPaths} allows a few times as many ids as the method's own numbering takes, if that is more.
   */
  public final int mostIds;

  public GuidedMethod(List<TakenPath> paths, int mostIds) {
    this.paths = paths;
    this.mostIds = mostIds;
  }

  /**
   * Returns those of {@link #paths} that exist in the method and were taken. The check is necessary
   * because the guide may have been made from another program.
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
