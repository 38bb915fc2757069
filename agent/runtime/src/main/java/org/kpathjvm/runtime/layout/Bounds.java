package org.kpathjvm.runtime.layout;

/** What the agent, the engine and the command line all keep to. */
public final class Bounds {
  private Bounds() {}

  /** Longest sequence of paths that is counted, in loop iterations. */
  public static final int LARGEST_K = 64;

  /** Bytes that an engine's budget has at least, for each of its workers. */
  public static final long LEAST_ENGINE_BYTES = 4 << 20;
}
