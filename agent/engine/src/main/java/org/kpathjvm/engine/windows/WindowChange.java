package org.kpathjvm.engine.windows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A change of what is counted, and where it comes in each stream. In a stream that has no mark, it
 * comes before everything.
 */
public record WindowChange(Kind kind, Map<Integer, StreamMark> marks) {
  /** What changes. */
  public enum Kind {
    /** What came before is dropped. */
    RESET,
    /** Nothing is counted from there on. */
    STOP,
    /** All is counted from there on. */
    START
  }

  /** A change with the marks of several drains, whose streams are different ones. */
  public static WindowChange of(Kind kind, List<List<StreamMark>> marks) {
    Map<Integer, StreamMark> byLease = new TreeMap<>();
    marks.forEach(some -> some.forEach(mark -> byLease.put(mark.lease(), mark)));
    return new WindowChange(kind, byLease);
  }

  /** Where it comes in the stream of a lease. */
  public StreamMark mark(int lease) {
    StreamMark mark = marks.get(lease);
    return mark == null ? StreamMark.start(lease) : mark;
  }
}
