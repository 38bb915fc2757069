package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.instrument.windows.WindowPlan;
import org.kpathjvm.core.structural.Step;
import org.kpathjvm.core.structural.StructureGraph;
import org.kpathjvm.core.structural.StructurePaths;
import org.objectweb.asm.Opcodes;

/**
 * Derives a traced method's structural paths from their definition. A method's levels are its loops
 * and the outline, which is the whole method. A path of a level consists of the blocks that the
 * activation executes in this level, with each inner loop as a single node. The paths are derived
 * from loops and back edges, not from the structure graphs, which are under test.
 */
final class ExpectedWindows {
  /**
   * The number of completions of each path. A key is the level (a loop's header, or -1 for the
   * outline), a colon, and the path as text.
   */
  final Map<String, Long> counts = new TreeMap<>();

  private final WindowPlan plan;
  private final List<Loop> loops;
  private final boolean whole;
  private final Map<Integer, Integer> blockByFirst = new HashMap<>();

  /** The current path of each level, with the outline's first; null where no path is under way. */
  private final List<List<String>> open = new ArrayList<>();

  ExpectedWindows(WindowPlan plan) {
    this.plan = plan;
    whole = plan.windows().forest().graphs().size() == 1;
    loops = whole ? List.of() : LoopForest.of(plan.code.graph, plan.code.backEdges);
    for (int block = 0; block < plan.code.blocks.count(); block++) {
      blockByFirst.put(plan.code.original.offset(plan.code.blocks.first(block)), block);
    }
  }

  /** Returns a recorded path in the form of the keys of {@link #counts}. */
  static String text(StructureGraph graph, StructurePaths.Path path) {
    List<String> words = new ArrayList<>(List.of(path.start.kind().label()));
    for (Step step : path.steps) {
      words.add("" + step.node());
    }
    Step last = path.steps.get(path.steps.size() - 1);
    words.add(last.kind().label() + (last.kind().label().equals("leave") ? last.target() : ""));
    return graph.header() + ":" + String.join(" ", words);
  }

  void add(List<Integer> offsets) {
    open.clear();
    IntStream.rangeClosed(0, loops.size()).forEach(level -> open.add(null));
    int block = 0;
    for (int level = 0; level <= loops.size(); level++) {
      if (level == 0 || loops.get(level - 1).header() == 0) {
        begin(level, "entry", 0);
      }
    }
    for (int at = 1; at < offsets.size(); at++) {
      int from = offsets.get(at - 1);
      int to = offsets.get(at);
      boolean atEnd = from == lastOffset(block);
      if (!atEnd && to > from && to <= lastOffset(block)) {
        continue;
      }
      Integer target = blockByFirst.get(to);
      if (atEnd && !plan.code.graph.isExit(block) && plan.code.graph.edge(block, target) >= 0) {
        take(block, target);
      } else {
        if (atEnd && plan.code.graph.isExit(block)) {
          exit(block);
        }
        dispatch(target);
      }
      block = target;
    }
    if (plan.code.graph.isExit(block) && offsets.get(offsets.size() - 1) == lastOffset(block)) {
      exit(block);
    }
  }

  private void take(int from, int to) {
    boolean back = plan.code.backEdges.contains(from, to);
    for (int level = 0; level <= loops.size(); level++) {
      if (!holds(level, from)) {
        if (holds(level, to)) {
          begin(level, "entry", to);
        }
      } else if (back && (whole || header(level) == to)) {
        complete(level, "loop");
        begin(level, "loop", to);
      } else if (!holds(level, to)) {
        complete(level, "leave" + to);
      } else if (open.get(level) != null) {
        List<String> path = open.get(level);
        if (!path.get(path.size() - 1).equals("" + node(level, to))) {
          path.add("" + node(level, to));
        }
      }
    }
  }

  private void exit(int block) {
    boolean athrow = plan.code.blocks.lastInstruction(block).getOpcode() == Opcodes.ATHROW;
    for (int level = 0; level <= loops.size(); level++) {
      if (holds(level, block) && (!athrow || innermost(block) == level)) {
        complete(level, "exit");
      }
    }
  }

  private void dispatch(int handler) {
    int level = innermost(handler);
    int home = header(level) == handler ? loops.get(level - 1).parent() + 1 : level;
    for (int inner = 0; inner <= loops.size(); inner++) {
      if (inner == home || home == 0 || inner > 0 && isInside(inner, home)) {
        open.set(inner, null);
      }
    }
    begin(home, "handler", handler);
    if (level != home) {
      begin(level, "handler", handler);
    }
  }

  private boolean isInside(int inner, int outer) {
    return holds(outer, header(inner));
  }

  private void begin(int level, String kind, int block) {
    open.set(level, new ArrayList<>(List.of(kind, "" + node(level, block))));
  }

  private void complete(int level, String end) {
    if (open.get(level) != null) {
      String path = String.join(" ", open.get(level));
      counts.merge(header(level) + ":" + path + " " + end, 1L, Long::sum);
      open.set(level, null);
    }
  }

  /**
   * Returns the header of the largest loop that contains the block and is inside the level. Returns
   * the block itself if there is no such loop.
   */
  private int node(int level, int block) {
    return loops.stream()
        .filter(loop -> loop.contains(block) && loop.header() != header(level))
        .filter(loop -> level == 0 || isStrictlyInside(loop, loops.get(level - 1)))
        .max((a, b) -> a.blocks().length - b.blocks().length)
        .map(Loop::header)
        .orElse(block);
  }

  private static boolean isStrictlyInside(Loop inner, Loop outer) {
    return outer.contains(inner.header()) && inner.blocks().length < outer.blocks().length;
  }

  private int innermost(int block) {
    return IntStream.rangeClosed(0, loops.size())
        .filter(level -> holds(level, block))
        .boxed()
        .min((a, b) -> size(a) - size(b))
        .orElseThrow();
  }

  private int size(int level) {
    return level == 0 ? Integer.MAX_VALUE : loops.get(level - 1).blocks().length;
  }

  private int header(int level) {
    return level == 0 ? -1 : loops.get(level - 1).header();
  }

  private boolean holds(int level, int block) {
    return level == 0 || loops.get(level - 1).contains(block);
  }

  private int lastOffset(int block) {
    return plan.code.original.offset(plan.code.blocks.last(block));
  }

  @Override
  public String toString() {
    return counts.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining("\n"));
  }
}
