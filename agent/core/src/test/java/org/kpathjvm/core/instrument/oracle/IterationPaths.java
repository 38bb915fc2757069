package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.kpathjvm.core.instrument.iterations.IterationPlan;
import org.kpathjvm.core.instrument.iterations.SingleIterationPlan;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.kiter.IteratedLoops;
import org.kpathjvm.core.kiter.IterationDecoder;
import org.kpathjvm.core.kiter.IterationNumbering;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.DecodedPath;
import org.kpathjvm.core.numbering.EndKind;

/** The k-iteration paths of a program, as they were recorded and as they follow from its trace. */
public final class IterationPaths {
  /**
   * A path that isn't complete yet: its start, its blocks, and the number of back edges taken in
   * its current loop.
   */
  private static final class Window {
    private final StringBuilder text;
    private int turns;

    Window(String start) {
      text = new StringBuilder(start);
    }
  }

  private final IteratedLoops loops;
  private final Consumer<String> counts;
  private List<Window> open;

  private IterationPaths(IteratedLoops loops, Consumer<String> counts) {
    this.loops = loops;
    this.counts = counts;
  }

  /** Returns how often each path was recorded, by method. */
  static Map<String, Map<String, Long>> recorded(Collection<MethodRecord> records) {
    Map<String, Map<String, Long>> recorded = new HashMap<>();
    for (MethodRecord record : records) {
      if (record.plan.rung == Rung.ENTRY) {
        continue;
      }
      MethodPlan plan = Records.plan(record);
      IterationNumbering numbering = numbering(plan);
      RecordedPaths single = new RecordedPaths(plan);
      RecordingProbes.COUNTERS.forEach(
          (id, count) -> {
            if (id >= plan.firstId() && id < plan.firstId() + plan.pathIdCount()) {
              String path =
                  numbering == null
                      ? "[" + single.ofId(id) + "]"
                      : new IterationDecoder(plan.code.graph, numbering)
                          .decode(id - plan.firstId());
              recorded
                  .computeIfAbsent(record.key(), key -> new HashMap<>())
                  .merge(path, count, Long::sum);
            }
          });
    }
    return recorded;
  }

  /**
   * Returns the number of iterations that a plan's paths have, and the reason if there are fewer
   * than requested. Returns null unless several iterations were requested for a loop whose paths
   * can have them.
   */
  public static MethodIterations of(ProbePlan plan) {
    return plan instanceof IterationPlan
        ? ((IterationPlan) plan).iterations()
        : ((SingleIterationPlan) plan).iterations();
  }

  private static IterationNumbering numbering(MethodPlan plan) {
    return plan instanceof IterationPlan ? ((IterationPlan) plan).iterations().numbering : null;
  }

  /** Returns how often each path of a method occurred. */
  static Map<String, Long> expected(ExpectedPaths paths) {
    Map<String, Long> expected = new HashMap<>();
    Consumer<String> counts = path -> expected.merge(path, 1L, Long::sum);
    MethodPlan plan = paths.plan;
    IterationNumbering numbering = numbering(plan);
    if (numbering == null) {
      paths.sequences.forEach(
          sequence -> sequence.forEach(path -> counts.accept("[" + path + "]")));
      return expected;
    }
    for (int at = 0; at < paths.sequences.size(); at++) {
      new IterationPaths(numbering.loops(), counts)
          .add(paths.sequences.get(at), paths.lastStarts.get(at));
    }
    return expected;
  }

  /**
   * Adds a sequence.
   *
   * @param lastStart the first block of the last path that began in the sequence, even if that path
   *     isn't complete
   */
  private void add(List<DecodedPath> sequence, int lastStart) {
    for (int at = 0; at < sequence.size(); at++) {
      DecodedPath path = sequence.get(at);
      if (at == 0) {
        open = new ArrayList<>(List.of(new Window(path.startKind().label())));
      }
      int[] blocks = path.blocks();
      for (int place = 0; place < blocks.length; place++) {
        if (place > 0 && !loops.areTogether(blocks[place - 1], blocks[place])) {
          leave();
        }
        for (Window window : open) {
          window.text.append(' ').append(blocks[place]);
        }
      }
      int last = blocks[blocks.length - 1];
      if (path.endKind() == EndKind.EXIT) {
        counts.accept(open.get(0).text + " exit");
      } else {
        turn(last, at + 1 < sequence.size() ? sequence.get(at + 1).blocks()[0] : lastStart);
      }
    }
  }

  private void turn(int from, int to) {
    boolean stays = loops.areTogether(from, to);
    if (!stays) {
      leave();
    }
    open.forEach(window -> window.turns++);
    if (!stays || open.get(0).turns == loops.iterations(from)) {
      counts.accept(open.remove(0).text + " loop " + to);
    }
    open.add(new Window("loop"));
  }

  /**
   * Leaves a loop. Only the oldest path continues. The others, which began in later iterations of
   * the loop, are dropped.
   */
  private void leave() {
    open = new ArrayList<>(open.subList(0, 1));
    open.get(0).turns = 0;
  }
}
