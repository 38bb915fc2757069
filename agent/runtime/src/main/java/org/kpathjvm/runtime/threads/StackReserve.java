package org.kpathjvm.runtime.threads;

import jdk.internal.vm.annotation.DontInline;

/**
 * Makes a StackOverflowError happen before a change begins, and not in the middle of the change.
 */
public final class StackReserve {
  private StackReserve() {}

  /**
   * The number of frames to reserve before a record is written with a few stores, by code that
   * calls nothing but Unsafe. Each frame costs a nanosecond, and a thread that often switches
   * between activations writes many such records. So the number is small.
   */
  public static final int FEW_FRAMES = 12;

  /**
   * The number of frames to reserve before the lock is taken, a block is claimed or memory is
   * allocated.
   */
  public static final int MANY_FRAMES = 48;

  /**
   * Makes {@code frames} nested calls, which return at once. If the stack doesn't have room for
   * them, this throws a StackOverflowError, and the code after the call doesn't start.
   */
  @DontInline
  public static int use(int frames) {
    return frames == 0 ? 0 : 1 + use(frames - 1);
  }
}
