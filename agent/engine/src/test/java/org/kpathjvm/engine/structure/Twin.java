package org.kpathjvm.engine.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.kpathjvm.engine.ksf.Figure6;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;

/** A simulated thread whose paths are also fed to the procedure of Fig. 6 of the k-BLPP paper. */
final class Twin {
  final Carrier thread;
  final Figure6 figure;
  final Set<Integer> table = new HashSet<>();
  final List<List<Integer>> sequences = new ArrayList<>();
  final Map<Integer, Long> counters = new HashMap<>();

  Twin(Carrier thread, int k) {
    this.thread = thread;
    figure = new Figure6(k);
  }

  void process(int id, Figure6.Activation activation, List<Integer> sequence) {
    figure.process(id, activation);
    table.add(id);
    sequence.add(id);
  }

  void lone(int id) {
    counters.merge(id, 1L, Long::sum);
    List<Integer> sequence = new ArrayList<>();
    process(id, new Figure6.Activation(), sequence);
    sequences.add(sequence);
  }

  /** Runs a random activation and the activations that it calls, to a limited depth. */
  void activation(Random random, int depth) {
    Activation own = new Activation();
    Figure6.Activation theirs = new Figure6.Activation();
    List<Integer> sequence = new ArrayList<>();
    sequences.add(sequence);
    int pieces = 1 + random.nextInt(6);
    for (int piece = 0; piece < pieces; piece++) {
      int id = id(random);
      int times = random.nextInt(6) == 0 ? 2 + random.nextInt(60) : 1;
      if (random.nextBoolean()) {
        thread.emit(own, id, times);
      } else {
        thread.run(own, 4, id, 0, times);
      }
      for (int time = 0; time < times; time++) {
        process(id, theirs, sequence);
      }
      if (depth < 4 && random.nextInt(3) == 0) {
        activation(random, depth + 1);
      } else if (random.nextInt(4) == 0) {
        lone(id(random));
      }
    }
    if (random.nextInt(5) == 0) {
      thread.close(own);
    } else if (random.nextInt(5) > 0) {
      int id = id(random);
      thread.exit(own, id);
      process(id, theirs, sequence);
    }
  }

  private static int id(Random random) {
    return 1
        + Math.min(
            random.nextInt(StructureSessionTest.IDS), random.nextInt(StructureSessionTest.IDS));
  }

  /** Compares a recording's structures with those that the twins of its threads have built. */
  static void check(StructureSession session, int k, List<Twin> twins) {
    long items = 0;
    long activations = 0;
    long lone = 0;
    long entries = 0;
    long finds = 0;
    long nodes = 0;
    long roots = 0;
    long internal = 0;
    long scans = 0;
    Set<List<Integer>> grams = new HashSet<>();
    for (Twin twin : twins) {
      for (List<Integer> sequence : twin.sequences) {
        items += sequence.size();
        finds += (sequence.size() + k - 2) / (k - 1);
        activations++;
        for (int from = 0; from < sequence.size(); from++) {
          for (int to = from + 1; to <= Math.min(from + k, sequence.size()); to++) {
            grams.add(List.copyOf(sequence.subList(from, to)));
          }
        }
      }
      lone += twin.counters.values().stream().mapToLong(Long::longValue).sum();
      entries += twin.table.size();
      nodes += twin.figure.nodes();
      roots += twin.figure.roots();
      internal += twin.figure.internalNodes();
      scans += twin.figure.scans();
    }
    Set<List<Integer>> parents = new HashSet<>();
    grams.stream()
        .filter(gram -> gram.size() > 1)
        .forEach(gram -> parents.add(gram.subList(0, gram.size() - 1)));
    long paths = grams.stream().filter(gram -> gram.size() == 1).count();
    double leafDepth =
        grams.stream()
            .filter(gram -> !parents.contains(gram))
            .mapToInt(gram -> gram.size() - 1)
            .average()
            .orElse(0);
    assertEquals(
        new StructureTotals(items, items - lone, activations, entries, paths, 0, 0, null),
        session.totals(null));
    StructureRow row = session.row(k, null);
    assertEquals(
        new StructureRow(
            true,
            finds,
            twins.size(),
            nodes,
            roots,
            internal == 0 ? 0 : (double) (nodes - roots) / internal,
            scans,
            grams.size(),
            paths,
            parents.isEmpty() ? 0 : (double) (grams.size() - paths) / parents.size(),
            row.pathLeafDepth(),
            null),
        row);
    assertEquals(leafDepth, row.pathLeafDepth(), 1e-9);
  }
}
