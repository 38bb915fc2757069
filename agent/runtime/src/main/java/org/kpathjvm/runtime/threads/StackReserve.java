package org.kpathjvm.runtime.threads;

import jdk.internal.vm.annotation.DontInline;

/** Makes a StackOverflowError happen before something is half done. */
public final class StackReserve {
  private StackReserve() {}

  /**
   * Frames to reserve before a record of a few stores, which call nothing but Unsafe; a begin or a
   * change of activation is frequent, and each frame costs a nanosecond.
   */
  public static final int FEW_FRAMES = 12;

  /** Frames to reserve before the lock is taken, a block is claimed or anything is allocated. */
  public static final int MANY_FRAMES = 48;

  /** Uses up some stack and gives it back, so that what follows finds it or never starts. */
  @DontInline
  public static int use(int frames) {
    return frames == 0 ? 0 : 1 + use(frames - 1);
  }
}
