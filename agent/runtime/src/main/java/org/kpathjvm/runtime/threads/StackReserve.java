package org.kpathjvm.runtime.threads;

import jdk.internal.vm.annotation.DontInline;

/** Makes a StackOverflowError happen before a change, and not in the middle of the change. */
public final class StackReserve {
  private StackReserve() {}

  /**
   * The number of frames to reserve before a few calls of Unsafe write a record. The number is
   * small, because each frame costs a nanosecond, and a thread that often switches between
   * activations writes many such records.
   */
  public static final int FEW_FRAMES = 12;

  /**
   * The number of frames to reserve before the lock is taken, a block is claimed or memory is
   * allocated.
   */
  public static final int MANY_FRAMES = 48;

  /**
   * Makes {@code frames} nested calls. If the stack has no room for them, throws a
   * StackOverflowError, so that the code after the call doesn't start.
   */
  @DontInline
  public static int use(int frames) {
    return frames == 0 ? 0 : 1 + use(frames - 1);
  }
}
