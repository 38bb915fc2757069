package org.kpathjvm.agent;

import java.lang.invoke.MethodHandle;
import java.util.function.IntConsumer;

/**
 * The methods of the recorder, or of an inline profiler's control class, that the agent calls. In
 * the program, these classes have other names than in the agent's jar, so the agent calls their
 * methods by method handles.
 */
final class RecorderControl implements IntConsumer {
  private final MethodHandle provideIds;
  private final MethodHandle endRecording;
  private final MethodHandle suspendThread;
  private final MethodHandle resumeThread;

  /** Null if the recording lasts until the JVM ends. */
  private final MethodHandle leave;

  /** Ids below this number are cheaper to count than other ids; 0 if all ids cost the same. */
  final int tableIds;

  RecorderControl(
      MethodHandle provideIds,
      MethodHandle endRecording,
      MethodHandle suspendThread,
      MethodHandle resumeThread,
      MethodHandle leave,
      int tableIds) {
    this.provideIds = provideIds;
    this.endRecording = endRecording;
    this.suspendThread = suspendThread;
    this.resumeThread = resumeThread;
    this.leave = leave;
    this.tableIds = tableIds;
  }

  /**
   * Makes ids up to {@code count} usable. This must be called before the class that uses these ids
   * is defined.
   */
  void provideIds(int count) {
    try {
      provideIds.invokeExact(count);
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Override
  public void accept(int count) {
    provideIds(count);
  }

  void endRecording() {
    call(endRecording);
  }

  /** Gives back the recorder's memory. */
  void leave() {
    call(leave);
  }

  /**
   * Stops recording the current thread, and returns whether the thread was recorded until now. If
   * it was, {@link #resumeThread} must be called when the agent's work on the thread is done. If it
   * wasn't, {@code resumeThread} must not be called: either the thread can't be recorded, or an
   * earlier call has suspended it.
   */
  boolean suspendThread() {
    try {
      return (boolean) suspendThread.invokeExact();
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  void resumeThread() {
    call(resumeThread);
  }

  private static void call(MethodHandle action) {
    try {
      action.invokeExact();
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }
}
