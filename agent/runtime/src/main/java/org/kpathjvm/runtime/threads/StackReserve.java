package org.kpathjvm.runtime.threads;

import jdk.internal.vm.annotation.DontInline;

/** Makes a StackOverflowError happen before something is half done. */
public final class StackReserve {
  private StackReserve() {}

  /**
   * The frames to reserve before writing a record of a few stores, which calls nothing but Unsafe.
   * They are few because new activations and changes of activation are frequent, and each frame
   * costs a nanosecond.
   */
  public static final int FEW_FRAMES = 12;

  /**
   * The frames to reserve before the lock is taken, a block is claimed or anything is allocated.
   */
  public static final int MANY_FRAMES = 48;

  /**
   * Uses up some stack and gives it back. What follows either finds that much stack or never
   * starts.
   */
  @DontInline
  public static int use(int frames) {
    return frames == 0 ? 0 : 1 + use(frames - 1);
  }
}
