package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Set;
import org.kpathjvm.agent.hot.StackLook;
import org.kpathjvm.agent.hot.StackSampler;
import org.kpathjvm.agent.process.JvmCommand;

/**
 * Finds out whether any thread is still in a probe that was called before probes were switched off.
 * A carrier's stack doesn't show the frames of its virtual thread. But a virtual thread isn't
 * unmounted in the middle of a probe. So a virtual thread has certainly left its probe if its
 * carrier has since been seen without a virtual thread, or if the JVM's thread dump shows no probe.
 */
public final class ProbesInUse {
  private static final String MOUNTED = "jdk.internal.vm.Continuation::run";

  /** The first version of the JDK whose thread dump shows the virtual threads on carriers. */
  private static final int PRINTS_VIRTUAL_THREADS = 23;

  private static final long PAUSE_MILLIS = 5;

  private final Instrumentation instrumentation;
  private final String prefix;
  private final StackSampler sampler;

  /** The carriers that had a virtual thread mounted at every look; null before the first look. */
  private Set<Thread> suspects;

  /**
   * Creates an object that looks for probes.
   *
   * @param prefix the beginning of the names of the probes' and the recorder's classes
   */
  public ProbesInUse(Instrumentation instrumentation, String prefix)
      throws ReflectiveOperationException {
    this.instrumentation = instrumentation;
    this.prefix = prefix;
    sampler = new StackSampler();
  }

  /**
   * Waits until no thread is in a probe. Returns false if that isn't certain after {@code millis}
   * milliseconds.
   */
  public boolean awaitNone(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (isAny()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  private boolean isAny() {
    StackLook look = sampler.lookAtAll();
    Set<Thread> mounted = look.endingIn(MOUNTED);
    if (suspects == null) {
      suspects = new HashSet<>(mounted);
    } else {
      suspects.retainAll(mounted);
    }
    return look.hasFrameOf(prefix) || !suspects.isEmpty() && isPrinted();
  }

  /**
   * Returns whether the JVM's thread dump shows a probe; true if the JVM can't make a dump that
   * shows the virtual threads on carriers.
   */
  private boolean isPrinted() {
    if (Runtime.version().feature() < PRINTS_VIRTUAL_THREADS) {
      return true;
    }
    try {
      return JvmCommand.run(instrumentation, "Thread.print").contains(prefix);
    } catch (Throwable noSuchCommand) {
      return true;
    }
  }
}
