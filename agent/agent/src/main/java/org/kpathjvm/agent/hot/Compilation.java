package org.kpathjvm.agent.hot;

/** A compilation of a method by HotSpot. */
public final class Compilation {
  /** As HotSpot prints it: the class, a colon and a colon, and the method's name. */
  final String method;

  /** Whether it is for an activation that runs, which goes on in it in the midst of a loop. */
  final boolean isOsr;

  /** Whether it is by C2, or whichever compiler optimises. */
  final boolean isOptimised;

  Compilation(String method, boolean isOsr, boolean isOptimised) {
    this.method = method;
    this.isOsr = isOsr;
    this.isOptimised = isOptimised;
  }
}
