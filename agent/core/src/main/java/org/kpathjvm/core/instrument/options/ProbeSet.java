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
   * The edges out of every branch, and the method's entries, {@code count(I)V}. The counts of other
   * edges follow from these as far as no exception leaves a block half-way.
   */
  EDGES;

  /** Whether the number of exceptions and of unfinished activations is recorded. */
  public boolean countsAbandoned() {
    return this == STREAM;
  }

  /** Whether completed paths are recorded. */
  public boolean recordsPaths() {
    return this != EDGES;
  }

  /** Whether that rung is a way of its own to record a method with these probes. */
  public boolean offers(Rung rung) {
    return recordsPaths() || rung == Rung.FULL || rung == Rung.ENTRY;
  }

  /** Whether a method with several paths per activation keeps its activation's value. */
  public boolean keepsActivations() {
    return this == STREAM || this == SEQUENCES || this == PACKED_SEQUENCES;
  }

  /** Whether activations may hold paths back. */
  public boolean mayPack() {
    return this == STREAM || this == PACKED_SEQUENCES;
  }
}
