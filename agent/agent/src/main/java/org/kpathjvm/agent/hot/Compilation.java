package org.kpathjvm.agent.hot;

/** One compilation of a method by HotSpot. */
public final class Compilation {
  /** The purpose for which a method was compiled, and the compiler. */
  enum Kind {
    /** For the method's next activations, by C1 or another compiler that optimises little. */
    BASIC,
    /** For the method's next activations, by C2 or another optimising compiler. */
    OPTIMISED,
    /**
     * By C1, for a running activation, which continues in the new code in the midst of a loop
     * (OSR).
     */
    BASIC_IN_LOOP,
    /**
     * By C2, for a running activation, which continues in the new code in the midst of a loop
     * (OSR).
     */
    OPTIMISED_IN_LOOP,
    /** By C2, as a part of a caller that calls the method often. */
    INLINED,
    /**
     * By C2, as a part of a caller. The method is so small that it is inlined even where it isn't
     * called often.
     */
    INLINED_SMALL,
    /**
     * By C2 before the log was turned on, for the method's next activations. There may also be code
     * for an activation in the midst of a loop.
     */
    FOUND_OPTIMISED,
    /**
     * By C2 before the log was turned on, for an activation in the midst of a loop. It seems that
     * no activation has begun since then.
     */
    FOUND_IN_LOOP,
    /** By C1 before the log was turned on. */
    FOUND_BASIC,
  }

  /** The class's name, two colons and the method's name, as HotSpot prints them. */
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
