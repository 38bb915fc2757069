package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.util.HashSet;
import java.util.Set;
import org.kpathjvm.agent.hot.StackLook;
import org.kpathjvm.agent.hot.StackSampler;
import org.kpathjvm.agent.process.JvmCommand;

/**
 * Whether any thread is still within a probe that was called before probes were switched off. What
 * a virtual thread does isn't seen on the stack of its carrier: it is out of such a probe when the
 * carrier was seen without one, or when the JVM's own print of all stacks has none.
 */
public final class ProbesInUse {
  private static final String MOUNTED = "jdk.internal.vm.Continuation::run";

  /** From this one on, the print shows what carriers carry. */
  private static final int PRINTS_VIRTUAL_THREADS = 23;

  private static final long PAUSE_MILLIS = 5;

  private final Instrumentation instrumentation;
  private final String prefix;
  private final StackSampler sampler;

  /** Carriers that had something mounted at every look; null before the first. */
  private Set<Thread> suspects;

  /**
   * @param prefix what the names of the probes' and the recorder's classes begin with
   */
  public ProbesInUse(Instrumentation instrumentation, String prefix)
      throws ReflectiveOperationException {
    this.instrumentation = instrumentation;
    this.prefix = prefix;
    sampler = new StackSampler();
  }

  /** Waits until no thread is; false if that isn't certain after that time. */
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

  /** Whether one may be in what the JVM prints; true if that doesn't tell. */
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
