package org.kpathjvm.workloads.kits;

import org.dacapo.harness.Callback;
import org.dacapo.harness.CommandLineArgs;

/**
 * The callback of DaCapo 9.12 and 23.11 ({@code --callback}): their harnesses call all but the last
 * iteration warm-ups, while we count which they are.
 */
public final class DaCapoCallback extends Callback {
  private final KitIterations iterations = KitIterations.current();

  /** As the harness makes every callback. */
  public DaCapoCallback(CommandLineArgs args) {
    super(args);
  }

  @Override
  public void start(String benchmark) {
    super.start(benchmark);
    iterations.start();
  }

  // 9.12-bach calls this one, all later releases the one below; the other isn't there at all.
  @Override
  public void stop() {
    iterations.stop();
    super.stop();
  }

  @Override
  public void stop(long duration) {
    iterations.stop();
    super.stop(duration);
  }

  @Override
  public void complete(String benchmark, boolean valid) {
    super.complete(benchmark, valid);
    iterations.complete(valid);
  }
}
