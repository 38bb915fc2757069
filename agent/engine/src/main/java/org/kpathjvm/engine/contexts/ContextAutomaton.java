package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.contexts.ContextNodes.HOT;
import static org.kpathjvm.engine.contexts.ContextNodes.HOT_COUNT;
import static org.kpathjvm.engine.contexts.ContextNodes.STRIDE;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.Map;
import org.kpathjvm.engine.counting.FoldLog;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.engine.counting.TableMemory;

/**
 * Counts sequences by an automaton whose states are contexts: the last min(n, k-1) ids of an
 * activation. An item is one transition, and adds one to one count, that of (context, id): these
 * are all k-grams and the shorter strings at the beginnings of activations, so every n-gram's count
 * is the sum over the transitions whose strings end in it.
 *
 * <p>Where an activation stands is the node in {@link
 * org.kpathjvm.engine.counting.ActivationStates#TOP} of its state.
 */
public final class ContextAutomaton implements SequenceCounter {
  /** A transition becomes its node's hot one when it was taken so many times more often... */
  private static final int MUCH_HOTTER = 2;

  /** ...and so many times at least. */
  private static final int WARM = 16;

  final int k;
  ContextNodes nodes;
  TransitionTable transitions = new TransitionTable();
  private final FoldLog foldLog = new FoldLog();
  private TableMemory memory = TableMemory.UNBOUNDED;

  /** Nodes with a hot transition. */
  private int hotCount;

  /** For n-grams with n up to {@code k}, 2 or more. */
  public ContextAutomaton(int k) {
    if (k < 2) {
      throw new IllegalArgumentException("contexts need k of 2 or more: " + k);
    }
    this.k = k;
    nodes = new ContextNodes(k);
  }

  @Override
  public int feed(int[] words, int from, int to, int maxId, int[] states, int state) {
    long[] table = nodes.words;
    int node = states[state + TOP];
    int at = from;
    while (at < to) {
      int id = words[at];
      if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
        id = -id;
        if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
          break;
        }
        to = at;
      }
      at++;
      long hot = table[node + HOT];
      if ((int) hot == id) {
        table[node + HOT_COUNT]++;
        node = (int) (hot >>> 32);
      } else {
        node = takeOther(node, id, states, state);
        table = nodes.words;
      }
    }
    states[state + TOP] = node;
    return at;
  }

  /** A transition that isn't the node's hot one, or that is new. */
  private int takeOther(int node, int id, int[] states, int state) {
    long hot = nodes.words[node + HOT];
    int entry = hot == 0 ? TransitionTable.NONE : transitions.find(node, id);
    if (entry != TransitionTable.NONE) {
      int next = transitions.add(entry, 1);
      long count = transitions.lowCount(entry);
      if (count >= WARM && count / MUCH_HOTTER > nodes.words[node + HOT_COUNT]) {
        makeHot(node, entry);
      }
      return next;
    }
    if (!hasRoom(1)) {
      states[state + TOP] = node;
      makeRoom(1, states);
      // If the automaton was folded the node has moved, and the activation may have begun anew.
      node = states[state + TOP];
    }
    int next = nodes.successor(node, id);
    addTransition(node, id, next, 1);
    return next;
  }

  /** Lets an entry change places with its node's hot transition. */
  private void makeHot(int node, int entry) {
    long[] table = nodes.words;
    long hot = table[node + HOT];
    long hotCount = table[node + HOT_COUNT];
    table[node + HOT] = ContextNodes.pair(transitions.target(entry), transitions.label(entry));
    table[node + HOT_COUNT] = transitions.count(entry);
    transitions.remove(entry);
    transitions.put(node, (int) hot, (int) (hot >>> 32), hotCount);
  }

  /**
   * Adds to the count of a transition, which is made when it is new; there must be room for it.
   *
   * @param label an id, or, negated, what was folded into (node, id)
   * @param next 0 when nothing follows it
   */
  void addTransition(int node, int label, int next, long count) {
    long[] table = nodes.words;
    long hot = table[node + HOT];
    if ((int) hot == label) {
      table[node + HOT_COUNT] += count;
    } else if (hot == 0 && label > 0) {
      table[node + HOT] = ContextNodes.pair(next, label);
      table[node + HOT_COUNT] = count;
      hotCount++;
    } else {
      int entry = transitions.find(node, label);
      if (entry == TransitionTable.NONE) {
        transitions.put(node, label, next, count);
      } else {
        transitions.add(entry, count);
      }
    }
  }

  /** Where a transition leads to; 0 when nothing follows it, or there is none. */
  int target(int node, int label) {
    long hot = nodes.words[node + HOT];
    if ((int) hot == label) {
      return (int) (hot >>> 32);
    }
    int entry = transitions.find(node, label);
    return entry == TransitionTable.NONE ? 0 : transitions.target(entry);
  }

  private boolean hasRoom(int count) {
    return nodes.hasRoom(count) && transitions.hasRoom(1);
  }

  /**
   * Makes room for so many nodes and one transition, if need be by folding; going on matters more
   * than the bound. Whether it was folded, so that nodes have moved.
   */
  boolean makeRoom(int count, int[] states) {
    if (hasRoom(count) || grow(count, false) || grow(count, true)) {
      return false;
    }
    fold(states);
    nodes.grow(count, true);
    transitions.grow(1, true);
    return true;
  }

  private boolean grow(int count, boolean snug) {
    long more = nodes.bytesToGrow(count, snug) + transitions.bytesToGrow(1, snug);
    if (!memory.mayGrow(this, more)) {
      return false;
    }
    nodes.grow(count, snug);
    transitions.grow(1, snug);
    return true;
  }

  @Override
  public void setMemory(TableMemory memory) {
    this.memory = memory;
  }

  @Override
  public void fold(int[] states) {
    int sizeBefore = size();
    new ContextFolding(this, states).run(foldLog);
    foldLog.folded(sizeBefore - size());
  }

  /** Takes over the tables of another automaton. */
  void become(ContextAutomaton other) {
    nodes = other.nodes;
    transitions = other.transitions;
    hotCount = other.hotCount;
  }

  @Override
  public void trim() {
    nodes.trim();
    transitions.trim();
  }

  @Override
  public FoldLog foldLog() {
    return foldLog;
  }

  @Override
  public void addAll(SequenceCounter other) {
    new ContextAddition((ContextAutomaton) other, this).run();
    foldLog.addAll(other.foldLog());
  }

  @Override
  public void settle(FoldedContexts contexts) {
    for (int entry = 0; entry < transitions.end(); entry += 2) {
      while (transitions.isUsed(entry) && transitions.label(entry) < 0) {
        int node = transitions.node(entry);
        int id = -transitions.label(entry);
        long count = transitions.count(entry);
        int length = nodes.depth(node) + 1;
        if (length < k) {
          contexts.add(id, length, count);
        }
        transitions.remove(entry);
        addTransition(node, id, 0, count);
      }
    }
  }

  @Override
  public Sequences sequences() {
    return new TransitionSequences(this);
  }

  @Override
  public long sequencesBytes() {
    return TransitionSequences.bytes(nodes.size(), size());
  }

  /** Transitions. */
  @Override
  public int size() {
    return hotCount + transitions.size();
  }

  /** Contexts, without the empty one. */
  int contextCount() {
    return nodes.size();
  }

  @Override
  public Map<String, Long> figures() {
    return Map.of("contexts", (long) nodes.size(), "context_transitions", (long) size());
  }

  @Override
  public long bytes() {
    return nodes.bytes() + transitions.bytes();
  }

  /** All transitions, and what was folded; those that are hot in their nodes first, in order. */
  void forEach(TransitionAction action) {
    for (int node = 0; node < nodes.end(); node += STRIDE) {
      long hot = nodes.words[node + HOT];
      if (hot != 0) {
        action.accept(node, (int) hot, (int) (hot >>> 32), nodes.words[node + HOT_COUNT]);
      }
    }
    for (int entry = 0; entry < transitions.end(); entry += 2) {
      if (transitions.isUsed(entry)) {
        action.accept(
            transitions.node(entry),
            transitions.label(entry),
            transitions.target(entry),
            transitions.count(entry));
      }
    }
  }

  /** What is done with each transition. */
  interface TransitionAction {
    void accept(int node, int label, int next, long count);
  }
}
