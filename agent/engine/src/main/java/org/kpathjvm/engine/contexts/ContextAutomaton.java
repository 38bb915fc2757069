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
import org.kpathjvm.engine.counting.WordCounter;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * Counts sequences by an automaton whose states are contexts: the last min(n, k-1) ids of an
 * activation. An item is one transition, and adds one to one count, that of (context, id): these
 * are all k-grams and the shorter strings at the beginnings of activations, so every n-gram's count
 * is the sum over the transitions whose strings end in it.
 *
 * <p>Where an activation stands is the node in {@link
 * org.kpathjvm.engine.counting.ActivationStates#TOP} of its state. Words of several paths are
 * counted as they are in {@link WordTables}, and here only when all is fed or memory is short.
 */
public final class ContextAutomaton implements WordCounter {
  /** A transition becomes its node's hot one when it was taken so many times more often... */
  private static final int MUCH_HOTTER = 2;

  /** ...and so many times at least. */
  private static final int WARM = 16;

  private static final int[] NO_STATES = {};

  final int k;
  ContextNodes nodes;
  TransitionTable transitions = new TransitionTable();
  private final WordTables wordTables;
  private final int[] wordIds = new int[Long.SIZE];
  private boolean isUnpacking;
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
    wordTables = new WordTables(this);
  }

  @Override
  public void feedWord(int firstId, int bits, int count, long paths, int[] states, int state) {
    if (states[state + TOP] > 0 || !wordTables.feed(firstId, bits, count, paths, states, state)) {
      PackedWord.unpack(paths, bits, count, firstId, wordIds);
      feed(wordIds, 0, count, Integer.MAX_VALUE, states, state);
    }
  }

  @Override
  public int feed(int[] words, int from, int to, int maxId, int[] states, int state) {
    if (states[state + TOP] < 0) {
      makeRoom(k, 1, states);
      states[state + TOP] = wordTables.node(state, -states[state + TOP]);
    }
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

  @Override
  public void feedRun(int firstId, int bits, int path, int count, int[] states, int state) {
    if (states[state + TOP] > 0 || !wordTables.feedRun(firstId, bits, path, count, states, state)) {
      new RepeatedTransition(this, states, state).feed(firstId + path, count);
    }
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
    if (!hasRoom(1, 1)) {
      states[state + TOP] = node;
      makeRoom(1, 1, states);
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

  /**
   * The context of the last {@code count} ids in an array; there must be room for so many nodes.
   */
  int context(int[] ids, int count) {
    return nodes.of(ids, ids.length - count, ids.length);
  }

  /**
   * Adds {@code count} to the transitions of the first {@code length} ids behind the context of the
   * last {@code known} ids before.
   */
  void addString(int[] before, int known, int[] ids, int length, long count, int[] states) {
    makeRoom(known + length, length, states);
    int node = context(before, known);
    for (int at = 0; at < length; at++) {
      int next = nodes.successor(node, ids[at]);
      addTransition(node, ids[at], next, count);
      node = next;
    }
  }

  private boolean hasRoom(int nodeCount, int transitionCount) {
    return nodes.hasRoom(nodeCount) && transitions.hasRoom(transitionCount);
  }

  /**
   * Makes room for so many nodes and transitions, if need be by folding; going on matters more than
   * the bound. Whether it was folded, so that nodes have moved.
   */
  boolean makeRoom(int nodeCount, int transitionCount, int[] states) {
    if (hasRoom(nodeCount, transitionCount)
        || grow(nodeCount, transitionCount, false)
        || grow(nodeCount, transitionCount, true)) {
      return false;
    }
    fold(states);
    nodes.grow(nodeCount, true);
    transitions.grow(transitionCount, true);
    return true;
  }

  private boolean grow(int nodeCount, int transitionCount, boolean snug) {
    long more = nodes.bytesToGrow(nodeCount, snug) + transitions.bytesToGrow(transitionCount, snug);
    if (!mayGrow(more)) {
      return false;
    }
    nodes.grow(nodeCount, snug);
    transitions.grow(transitionCount, snug);
    return true;
  }

  boolean mayGrow(long moreBytes) {
    return memory.mayGrow(this, moreBytes);
  }

  @Override
  public void setMemory(TableMemory memory) {
    this.memory = memory;
  }

  @Override
  public void fold(int[] states) {
    unpack(states);
    int sizeBefore = size();
    new ContextFolding(this, states).run(foldLog);
    foldLog.folded(sizeBefore - size());
  }

  /** Counts all words here; that may need a fold, which has no words before it then. */
  private void unpack(int[] states) {
    if (!isUnpacking) {
      isUnpacking = true;
      wordTables.unpack(states);
      isUnpacking = false;
    }
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
    wordTables.trim();
  }

  @Override
  public FoldLog foldLog() {
    return foldLog;
  }

  @Override
  public void addAll(SequenceCounter other) {
    ContextAutomaton source = (ContextAutomaton) other;
    new ContextAddition(source, this).run();
    wordTables.addAll(source.wordTables, NO_STATES);
    foldLog.addAll(other.foldLog());
  }

  @Override
  public void settle(FoldedContexts contexts) {
    unpack(NO_STATES);
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
    unpack(NO_STATES);
    return new TransitionSequences(this);
  }

  @Override
  public long sequencesBytes() {
    return TransitionSequences.bytes(nodes.size(), size());
  }

  /** Transitions and words. */
  @Override
  public int size() {
    return hotCount + transitions.size() + wordTables.size();
  }

  @Override
  public Map<String, Long> figures() {
    return Map.of(
        "contexts", (long) nodes.size(),
        "context_transitions", (long) size() - wordTables.size(),
        "context_words", (long) wordTables.size());
  }

  @Override
  public long bytes() {
    return nodes.bytes() + transitions.bytes() + wordTables.bytes();
  }

  /** All transitions, and what was folded; those that are hot in their nodes first, in order. */
  void forEach(TransitionAction action) {
    for (int node = 0; node < nodes.end(); node += STRIDE) {
      long hot = nodes.words[node + HOT];
      if (hot != 0) {
        action.accept(node, (int) hot, (int) (hot >>> 32), nodes.words[node + HOT_COUNT]);
      }
    }
    int places = transitions.end() / 2;
    int step = Sizes.step(places);
    long place = 0;
    for (int count = 0; count < places; count++, place += step) {
      int entry = 2 * (int) (place % places);
      if (transitions.isUsed(entry)) {
        action.accept(
            transitions.node(entry),
            transitions.label(entry),
            transitions.target(entry),
            transitions.count(entry));
      }
    }
  }
}
