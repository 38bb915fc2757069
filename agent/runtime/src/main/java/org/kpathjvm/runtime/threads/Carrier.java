package org.kpathjvm.runtime.threads;

import jdk.internal.vm.annotation.ForceInline;

/**
 * Finds the platform thread that executes the caller. On a JDK with virtual threads, the agent
 * replaces the call below by {@code Thread.currentCarrierThread()}. So a virtual thread records
 * into its carrier's slot. This is safe, because a virtual thread can't be unmounted in the middle
 * of a probe.
 */
public final class Carrier {
  private Carrier() {}

  @ForceInline
  public static Thread current() {
    return Thread.currentThread();
  }
}
