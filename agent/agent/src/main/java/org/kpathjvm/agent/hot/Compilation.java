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
  }

  /** As HotSpot prints it: the class, a colon and a colon, and the method's name. */
  final String method;

  final Kind kind;

  Compilation(String method, Kind kind) {
    this.method = method;
    this.kind = kind;
  }

  boolean isOsr() {
    return kind == Kind.BASIC_IN_LOOP || kind == Kind.OPTIMISED_IN_LOOP;
  }
}
