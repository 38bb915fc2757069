package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.engine.counting.GramCounts;
import org.kpathjvm.engine.windows.WindowChange.Kind;

/** What is to be counted by brute force when that is changed while a target stands still. */
final class WindowModel {
  private final SimulatedTarget target;
  private final int k;
  private final List<List<Integer>> lengths = new ArrayList<>();
  private final List<Kind> kinds = new ArrayList<>();

  WindowModel(SimulatedTarget target, int k) {
    this.target = target;
    this.k = k;
  }

  void change(Kind kind) {
    kinds.add(kind);
    lengths.add(target.sequences().stream().map(List::size).toList());
  }

  /** All n-grams that are counted now. */
  Map<List<Integer>, Long> counts() {
    GramCounts counts = new GramCounts(k);
    List<List<Integer>> sequences = target.sequences();
    for (int number = 0; number < sequences.size(); number++) {
      pieces(sequences.get(number), number).forEach(counts::add);
    }
    return new HashMap<>(counts.counts());
  }

  private List<List<Integer>> pieces(List<Integer> sequence, int number) {
    List<List<Integer>> pieces = new ArrayList<>();
    boolean isCounting = true;
    int from = 0;
    for (int at = 0; at < kinds.size(); at++) {
      int to = number < lengths.get(at).size() ? lengths.get(at).get(number) : 0;
      if (isCounting) {
        pieces.add(sequence.subList(from, to));
      }
      from = to;
      if (kinds.get(at) == Kind.RESET) {
        pieces.clear();
      } else {
        isCounting = kinds.get(at) == Kind.START;
      }
    }
    if (isCounting) {
      pieces.add(sequence.subList(from, sequence.size()));
    }
    return pieces;
  }
}
