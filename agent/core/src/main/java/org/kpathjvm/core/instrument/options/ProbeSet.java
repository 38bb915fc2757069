package org.kpathjvm.core.instrument.options;

/** What the probes in a method report to the runtime, and by which methods. */
public enum ProbeSet {
  /**
   * Everything that a profile states: completed paths, which of an activation follow one another,
   * and how often activations began, were left by exceptions, and handlers were entered.
   */
  STREAM,

  /** Each completed path by itself, {@code path(I)V}: Ball and Larus's own profiler. */
  PATHS,

  /**
   * The same by event counting: increments stand on the chords of a spanning tree that holds the
   * frequent edges. Methods of more paths than {@link InstrumentOptions#arrayPaths()} report {@code
   * hashed(I)V} instead of {@code path(I)V}.
   */
  CHORD_PATHS,

  /**
   * Each completed path as the next item of its activation: {@code emit(JI)J} and {@code exit(JI)V}
   * where an activation may have several, {@code path(I)V} where it has one. An activation's end
   * and an exception's dispatch to a handler end the sequence without a probe: the activation's
   * value dies, or is set to 0.
   */
  SEQUENCES,

  /**
   * The same, where activations hold back the latest paths in a word: {@code full(JJJ)J} and {@code
   * exit(JJJI)V}, and {@code close(JJJ)V} where an exception ends a sequence; of counted loops
   * {@code run(JJJJI)J} and {@code rest(JJJI)J}, and {@code close(JJJJI)V}. A close that fails for
   * lack of stack sets the field {@code lost}. Methods that aren't packed are as with SEQUENCES.
   */
  PACKED_SEQUENCES,

  /**
   * Each completed path, and how those that end at a back edge are extended: {@code begin(JII)J}
   * there, {@code step(JI)J} on edges behind predicates, {@code leave(J)J} where a loop is left or
   * an inner one entered; other paths as with SEQUENCES. The activation's value is the extension
   * that is under way.
   */
  OVERLAPS,

  /**
   * Roy and Srikant's k-iteration paths, {@code path(I)V}, and {@code window(III)V} at the back
   * edges of loops; {@code hashed} and {@code hashedWindow} of methods with too many paths for an
   * array. Methods without paths over back edges are as with PATHS.
   */
  ITERATIONS,

  /**
   * The edges out of every branch, and the method's entries, {@code count(I)V}. The counts of other
   * edges follow from these as far as no exception leaves a block half-way.
   */
  EDGES,

  /**
   * Edges on the chords of a spanning tree that holds the frequent ones, and the method's entries,
   * dispatches and exits, {@code count(I)V}. The counts of the others follow.
   */
  CHORD_EDGES,

  /**
   * Paths of each structure graph by itself, {@code start(II)I} and {@code end(I)V}: what {@link
   * org.kpathjvm.core.instrument.windows.WindowCode} says. Methods with too many paths are as with
   * EDGES.
   */
  WINDOWS;

  /** Whether the number of exceptions and of unfinished activations is recorded. */
  public boolean countsAbandoned() {
    return this == STREAM;
  }

  /** Whether completed paths are recorded. */
  public boolean recordsPaths() {
    return this != EDGES && this != CHORD_EDGES && this != WINDOWS;
  }

  /** Whether paths may end where loops are entered, too. */
  public boolean mayCutAtHeaders() {
    return recordsPaths() && this != ITERATIONS;
  }

  /** Whether that rung is a way of its own to record a method with these probes. */
  public boolean offers(Rung rung) {
    return recordsPaths() || rung == Rung.FULL || rung == Rung.ENTRY;
  }

  /** Whether a method with several paths per activation keeps its activation's value. */
  public boolean keepsActivations() {
    return this == STREAM || this == SEQUENCES || this == PACKED_SEQUENCES || this == OVERLAPS;
  }

  /** Whether increments stand on the chords of a tree of the frequent edges. */
  public boolean countsEvents() {
    return this == CHORD_PATHS;
  }

  /** Whether it makes a difference to the probes which edges are frequent. */
  public boolean weighsEdges() {
    return countsEvents() || this == CHORD_EDGES;
  }

  /** Whether an earlier profile says where probes stand, or by which numbers paths are recorded. */
  public boolean takesFrequencies() {
    return mayNumberByFrequency() || weighsEdges();
  }

  /** Whether an earlier profile gives edges that were frequent the value 0. */
  public boolean mayNumberByFrequency() {
    return this == PATHS || this == SEQUENCES || this == CHORD_PATHS;
  }

  /** Whether a block's edge to itself may have a counter, and end no path. */
  public boolean mayCountSelfLoops() {
    return this == PATHS || this == CHORD_PATHS;
  }

  /** Whether activations may hold paths back. */
  public boolean mayPack() {
    return this == STREAM || this == PACKED_SEQUENCES;
  }
}
