package org.kpathjvm.agent.hot;

/** One compilation of a method by HotSpot. */
public final class Compilation {
  /** The purpose for which a method was compiled, and the compiler. */
  enum Kind {
    /**
     * The method was compiled for its next activations, by C1 or another compiler that optimises
     * little.
     */
    BASIC,
    /** The method was compiled for its next activations, by C2 or another optimising compiler. */
    OPTIMISED,
    /**
     * C1 compiled the method for a running activation, which continues in the new code in the midst
     * of a loop (OSR).
     */
    BASIC_IN_LOOP,
    /**
     * C2 compiled the method for a running activation, which continues in the new code in the midst
     * of a loop (OSR).
     */
    OPTIMISED_IN_LOOP,
    /** C2 inlined the method into a caller that calls it often. */
    INLINED,
    /**
     * C2 inlined the method into a caller. The method is so small that it is inlined even where it
     * isn't called often.
     */
    INLINED_SMALL,
    /**
     * Before the log of compilations was turned on, C2 had compiled the method for its next
     * activations. The method may also have code for an activation in the midst of a loop.
     */
    FOUND_OPTIMISED,
    /**
     * Before the log of compilations was turned on, C2 had compiled the method for an activation in
     * the midst of a loop. The method may never be called again.
     */
    FOUND_IN_LOOP,
    /** Before the log of compilations was turned on, C1 had compiled the method, but C2 hadn't. */
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
