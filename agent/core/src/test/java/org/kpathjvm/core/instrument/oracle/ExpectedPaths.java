package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.numbering.DecodedPath;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.Opcodes;

/**
 * Derives the sequences of paths of a traced method from the definition of a path. Also counts the
 * method's entries, dispatches to handlers, abandoned paths, and escapes (exceptions that leave the
 * method).
 */
final class ExpectedPaths {
  final MethodPlan plan;
  final List<List<DecodedPath>> sequences = new ArrayList<>();

  /**
   * For each sequence, the first block of the last path that began in it, even if that path isn't
   * complete.
   */
  final List<Integer> lastStarts = new ArrayList<>();

  int entries;
  int handlers;
  int escapes;
  int abandoned;

  private final Map<Integer, Integer> blockByFirst = new HashMap<>();
  private List<DecodedPath> sequence;
  private List<Integer> path;
  private StartKind startKind;

  ExpectedPaths(MethodPlan plan) {
    this.plan = plan;
    for (int block = 0; block < plan.code.blocks.count(); block++) {
      blockByFirst.put(first(block), block);
    }
  }

  /** Adds an activation that has ended. */
  void add(List<Integer> offsets) {
    entries++;
    sequence = new ArrayList<>();
    start(StartKind.ENTRY, 0);
    for (int i = 1; i < offsets.size(); i++) {
      step(offsets.get(i - 1), offsets.get(i));
    }
    int last = offsets.get(offsets.size() - 1);
    boolean exits = plan.code.graph.isExit(current()) && last == last(current());
    if (exits) {
      complete(EndKind.EXIT);
    } else {
      abandoned++;
    }
    if (!exits || plan.code.blocks.lastInstruction(current()).getOpcode() == Opcodes.ATHROW) {
      escapes++;
    }
    sequences.add(sequence);
    lastStarts.add(path.get(0));
  }

  /**
   * Returns how often each sequence with at least one path occurred. A key is a sequence as text.
   */
  Map<String, Long> sequenceCounts() {
    return sequences.stream()
        .filter(sequence -> !sequence.isEmpty())
        .collect(Collectors.groupingBy(List::toString, Collectors.counting()));
  }

  private void step(int from, int to) {
    int block = current();
    if (from != last(block)) {
      if (to <= from || to > last(block)) {
        abandoned++;
        dispatch(to);
      }
    } else if (plan.code.graph.isExit(block)) {
      complete(EndKind.EXIT);
      dispatch(to);
    } else {
      Integer target = blockByFirst.get(to);
      if (target != null && contains(plan.code.graph.successors(block), target)) {
        take(block, target);
      } else {
        abandoned++;
        dispatch(to);
      }
    }
  }

  private void take(int block, int target) {
    EndKind cut = plan.code.numbering.cutKind(block, target);
    if (cut == null) {
      path.add(target);
    } else {
      complete(cut);
      start(plan.code.numbering.startAfterCut(block, target), target);
    }
  }

  private void dispatch(int to) {
    handlers++;
    sequences.add(sequence);
    lastStarts.add(path.get(0));
    sequence = new ArrayList<>();
    start(StartKind.HANDLER, blockByFirst.get(to));
  }

  private void start(StartKind kind, int block) {
    startKind = kind;
    path = new ArrayList<>(List.of(block));
  }

  private void complete(EndKind kind) {
    sequence.add(
        new DecodedPath(startKind, path.stream().mapToInt(Integer::intValue).toArray(), kind));
  }

  private int current() {
    return path.get(path.size() - 1);
  }

  private int first(int block) {
    return plan.code.original.offset(plan.code.blocks.first(block));
  }

  private int last(int block) {
    return plan.code.original.offset(plan.code.blocks.last(block));
  }

  private static boolean contains(int[] blocks, int block) {
    for (int candidate : blocks) {
      if (candidate == block) {
        return true;
      }
    }
    return false;
  }
}
