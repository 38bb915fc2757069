package org.kpathjvm.runtime.layout;

/** Limits that the agent, the engine and the command line share. */
public final class Bounds {
  private Bounds() {}

  /** The largest k: a sequence that is counted has at most this many paths. */
  public static final int LARGEST_K = 64;

  /** The smallest memory limit that an engine can have for each of its workers, in bytes. */
  public static final long LEAST_ENGINE_BYTES = 4 << 20;
}
