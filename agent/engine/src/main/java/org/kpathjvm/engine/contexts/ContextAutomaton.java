package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.contexts.ContextNodes.HOT;
import static org.kpathjvm.engine.contexts.ContextNodes.HOT_COUNT;
import static org.kpathjvm.engine.contexts.ContextNodes.STRIDE;

import java.util.Map;
import java.util.function.Supplier;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.FoldLog;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.engine.counting.WordCounter;

/**
 * Counts sequences as pairs of a context and the word that follows it. A context consists of the
 * ids of the activation's last paths before the word, at most k-1. A word has one or more paths.
 * The words are counted in {@link WordTables}, which also keep the current position of each
 * activation.
 *
 * <p>When memory is short, words are taken apart into transitions of an automaton whose states are
 * the contexts. A transition is a pair of a context and an id, and each path then adds to the count
 * of one transition. A transition's string is the context's ids followed by the id. Most strings
 * are k-grams; only strings at the beginnings of activations are shorter. Every occurrence of an
 * n-gram ends with a path that was counted as one transition. So the n-gram's count is the sum of
 * the counts of all transitions whose strings end with the n-gram. Transitions can be folded.
 */
public final class ContextAutomaton implements WordCounter {
  private static final int[] NO_STATES = {};

  final int k;

  /** Makes the trial that each new table begins with; null if new tables begin without a trial. */
  final Supplier<GatherTrial> trials;

  ContextNodes nodes;
  TransitionTable transitions = new TransitionTable();
  final WordTables words;
  private boolean isUnpacking;

  /** The number of bytes that the tables took before words were taken apart. */
  private long unpackedBytes;

  private final FoldLog foldLog = new FoldLog();
  private CountingMemory memory = CountingMemory.UNBOUNDED;

  /** The number of hot transitions: those that are stored in nodes ({@link ContextNodes#HOT}). */
  private int hotCount;

  /** Creates a counter of n-grams with n up to {@code k}, which must be at least 2. */
  public ContextAutomaton(int k) {
    this(k, null);
  }

  /**
   * Creates a counter like {@link #ContextAutomaton(int)}.
   *
   * @param trials makes the trial that each new table begins with ({@link ContextWords#trial}); if
   *     null, a table gets a trial when it is large and unsteady
   */
  ContextAutomaton(int k, Supplier<GatherTrial> trials) {
    if (k < 2) {
      throw new IllegalArgumentException("contexts need a k of 2 or more, not " + k);
    }
    this.k = k;
    this.trials = trials;
    nodes = new ContextNodes(k);
    words = new WordTables(this);
  }

  @Override
  public void feedWord(int firstId, int bits, int count, long paths, int[] states, int state) {
    words.feedWord(firstId, bits, count, paths, states, state);
  }

  @Override
  public void feedWholes(int firstId, int bits, int count, long paths, long times, int[] states) {
    words.feedWholes(firstId, bits, count, paths, times, states);
  }

  @Override
  public void feedRun(int firstId, int bits, int path, int count, int[] states, int state) {
    words.feedRun(firstId, bits, path, count, states, state);
  }

  @Override
  public int feed(int[] ids, int from, int to, int maxId, int[] states, int state) {
    return words.feed(ids, from, to, maxId, states, state);
  }

  /**
   * Adds to the count of a transition. If the transition doesn't exist yet, it is created, and
   * there must be room for it.
   *
   * @param label an id; a negated id denotes the counts that were folded into (node, id)
   * @param next the context that the transition leads to; 0 if nothing follows
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

  /**
   * Returns the context that a transition leads to; 0 if nothing follows or if there is no such
   * transition.
   */
  int target(int node, int label) {
    long hot = nodes.words[node + HOT];
    if ((int) hot == label) {
      return (int) (hot >>> 32);
    }
    int entry = transitions.find(node, label);
    return entry == TransitionTable.NONE ? 0 : transitions.target(entry);
  }

  /**
   * Returns the context of the last {@code count} ids in an array. There must be room for {@code
   * count} nodes.
   */
  int context(int[] ids, int count) {
    return nodes.of(ids, ids.length - count, ids.length);
  }

  /**
   * Adds {@code count} to the transitions of the first {@code length} ids in {@code ids}. These ids
   * follow the context of the last {@code known} ids in {@code before}.
   */
  void addString(int[] before, int known, int[] ids, int length, long count) {
    makeRoom(known + length, length);
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
   * Makes room for nodes and transitions, by folding if necessary. If folding isn't enough, the
   * tables grow beyond their memory, because it is more important to go on counting. Returns
   * whether transitions were folded. If they were, the nodes have new indexes.
   */
  boolean makeRoom(int nodeCount, int transitionCount) {
    if (hasRoom(nodeCount, transitionCount)
        || grow(nodeCount, transitionCount, false)
        || grow(nodeCount, transitionCount, true)) {
      return false;
    }
    foldTransitions();
    nodes.grow(nodeCount, true);
    transitions.grow(transitionCount, true);
    return true;
  }

  private boolean grow(int nodeCount, int transitionCount, boolean snug) {
    long more = nodes.bytesToGrow(nodeCount, snug) + transitions.bytesToGrow(transitionCount, snug);
    // While words are taken apart, nodes and transitions may take the memory that the tables of
    // words had before, because that memory will be free soon.
    boolean hasMemory = isUnpacking && nodes.bytes() + transitions.bytes() + more <= unpackedBytes;
    if (!hasMemory && !mayGrow(more)) {
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
  public void setMemory(CountingMemory memory) {
    this.memory = memory;
  }

  @Override
  public void fold(int[] states) {
    if (!isUnpacking) {
      unpack(states);
      foldTransitions();
    }
  }

  /**
   * Takes all words apart into transitions. If memory is short, transitions are folded meanwhile.
   */
  private void unpack(int[] states) {
    isUnpacking = true;
    unpackedBytes = bytes();
    foldLog.restarted(words.unpack(states));
    isUnpacking = false;
  }

  private void foldTransitions() {
    int sizeBefore = transitionCount();
    new ContextFolding(this).run();
    foldLog.folded(sizeBefore - transitionCount());
  }

  void become(ContextAutomaton other) {
    nodes = other.nodes;
    transitions = other.transitions;
    hotCount = other.hotCount;
  }

  @Override
  public void trim() {
    nodes.trim();
    transitions.trim();
    words.trim();
  }

  @Override
  public FoldLog foldLog() {
    return foldLog;
  }

  @Override
  public void countAll(int[] states) {
    words.settle(states);
  }

  @Override
  public void addAll(SequenceCounter other) {
    ContextAutomaton source = (ContextAutomaton) other;
    // Settling counts the paths that are still held back. Settling comes first, because it may take
    // words apart into transitions, which the next line adds.
    source.words.settle(NO_STATES);
    new ContextAddition(source, this).run();
    words.addAll(source.words, NO_STATES);
    foldLog.addAll(other.foldLog());
  }

  @Override
  public void settle(FoldedContexts contexts) {
    words.settle(NO_STATES);
    if (transitionCount() > 0) {
      unpack(NO_STATES);
    }
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
    words.settle(NO_STATES);
    if (transitionCount() == 0 && words.pathCount() <= WordSequences.MOST_PATHS) {
      return words.sequences();
    }
    unpack(NO_STATES);
    return new TransitionSequences(this);
  }

  @Override
  public long sequencesBytes() {
    return transitionCount() == 0
        ? words.sequencesBytes()
        : TransitionSequences.bytes(nodes.size(), transitionCount());
  }

  @Override
  public boolean compact() {
    boolean hasWords = words.size() > 0;
    if (hasWords) {
      unpack(NO_STATES);
    }
    return hasWords;
  }

  /** Returns the number of transitions and words. */
  @Override
  public int size() {
    return transitionCount() + words.size();
  }

  int transitionCount() {
    return hotCount + transitions.size();
  }

  @Override
  public Map<String, Long> figures() {
    return Map.of(
        "contexts", (long) nodes.size(),
        "context_transitions", (long) transitionCount(),
        "context_words", (long) words.size());
  }

  @Override
  public long bytes() {
    return nodes.bytes() + transitions.bytes() + words.bytes();
  }

  /**
   * Calls an action for all transitions and for all folded counts. The hot transitions come first,
   * in the order of their nodes. After them, the entries of the transition table are visited in
   * steps ({@link Sizes#step}).
   */
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
