package org.kpathjvm.runtime.threads;

import jdk.internal.vm.annotation.ForceInline;

/**
 * The platform thread that executes the caller. On JDKs with virtual threads the agent replaces the
 * call below by {@code Thread.currentCarrierThread()} when it defines this class: a virtual thread
 * uses its carrier's slot, and can't be unmounted between two instructions of a probe.
 */
public final class Carrier {
  private Carrier() {}

  @ForceInline
  public static Thread current() {
    return Thread.currentThread();
  }
}
