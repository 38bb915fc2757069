package org.kpathjvm.engine.ksf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.runtime.tables.IdTable;

/** Whom the count of a node that goes is handed to. A node is written as its label sequence. */
class FoldTargetsTest {
  private final ForestTables tables = new ForestTables(null, false);
  private final NodeArena arena = tables.arena;
  private final IdTable orphans = new IdTable();
  private final Map<String, Integer> nodes = new HashMap<>();

  /** Adds a node; what it follows must be there. */
  private void add(String labels) {
    int node = arena.add();
    int label = labels.charAt(labels.length() - 1) - '0';
    arena.words[node + NodeArena.COUNT] = 1;
    nodes.put(labels, node);
    if (labels.length() == 1) {
      tables.roots.entries()[tables.roots.place(label)] = node;
    } else {
      int parent = nodes.get(labels.substring(0, labels.length() - 1));
      arena.words[node + NodeArena.NEXT_SIBLING] = arena.words[parent + NodeArena.FIRST_CHILD];
      arena.words[parent + NodeArena.FIRST_CHILD] = NodeArena.link(node, label);
    }
  }

  private void fold(String all, String staying) {
    for (String labels : all.split(" ")) {
      add(labels);
    }
    NodeSet kept = new NodeSet(arena);
    for (String labels : staying.split(" ")) {
      kept.add(nodes.get(labels));
    }
    new FoldTargets(tables, kept, orphans).run();
  }

  private String target(String labels) {
    int node = (int) arena.words[nodes.get(labels) + NodeArena.FIRST_CHILD];
    return nodes.entrySet().stream()
        .filter(entry -> entry.getValue() == node)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("none");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "the longest suffix that stays, 1 2 3 12 23 123, 1 2 3 12 23, 123, 23",
    "a shorter one if that goes, 1 2 3 12 23 123, 1 2 3 12, 123, 3",
    "its label's root at the shortest, 1 2 12, 1 2, 12, 2",
    "a sequence is no suffix of itself, 1 11 111, 1 11, 111, 11",
    "not another sequence's end, 1 2 3 4 12 34 123, 1 2 3 4 12 34, 123, 3",
  })
  void aNodesCountGoesTo(String name, String all, String staying, String going, String target) {
    fold(all, staying);
    assertEquals(target, target(going));
  }

  @Test
  void withoutARootThereItIsAnOrphan() {
    fold("1 12", "1");
    assertEquals("none", target("12"));
    assertEquals(1, orphans.get(2));
  }

  @Test
  void whatHasNoCountGoesNowhere() {
    add("1");
    add("2");
    add("12");
    arena.words[nodes.get("12") + NodeArena.COUNT] = 0;
    NodeSet kept = new NodeSet(arena);
    kept.add(nodes.get("1"));
    kept.add(nodes.get("2"));
    new FoldTargets(tables, kept, orphans).run();
    assertEquals("none", target("12"));
    assertEquals(0, orphans.size());
  }

  /** What was folded into "12" before stands for "12" itself. */
  @Test
  void aResidueThatGoesIsHandedOnAsItsParent() {
    fold("1 2 12 120", "1 2");
    assertEquals("2", target("12"));
    assertEquals("2", target("120"));
  }
}
