package org.kpathjvm.agent.hot;

/** What HotSpot has compiled a method for. */
public final class Compilation {
  /** How. */
  enum Kind {
    /** For its next activations, by C1 or the like. */
    BASIC,
    /** For its next activations, by C2, or whichever compiler optimises. */
    OPTIMISED,
    /** For an activation that runs, which goes on in it in the midst of a loop (OSR), by C1. */
    BASIC_IN_LOOP,
    /** The same, by C2. */
    OPTIMISED_IN_LOOP,
    /** As a part of a caller that calls it often, by C2. */
    INLINED,
    /** The same of one that is so small that callers which don't call it often have it, too. */
    INLINED_SMALL,
    /** Before anybody asked, by C2: for its next activations, or both for these and in a loop. */
    FOUND_OPTIMISED,
    /** The same, for an activation in the midst of a loop, and none has begun since, it seems. */
    FOUND_IN_LOOP,
    /** Before anybody asked, by C1. */
    FOUND_BASIC,
  }

  /** As HotSpot prints it: the class, a colon and a colon, and the method's name. */
  final String method;

  final Kind kind;

  Compilation(String method, Kind kind) {
    this.method = method;
    this.kind = kind;
  }

  boolean isFound() {
    return kind == Kind.FOUND_OPTIMISED || kind == Kind.FOUND_IN_LOOP || kind == Kind.FOUND_BASIC;
  }

  boolean isOsr() {
    return kind == Kind.BASIC_IN_LOOP || kind == Kind.OPTIMISED_IN_LOOP;
  }
}
