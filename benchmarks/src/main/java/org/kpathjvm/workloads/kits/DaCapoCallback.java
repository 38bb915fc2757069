package org.kpathjvm.workloads.kits;

import org.dacapo.harness.Callback;
import org.dacapo.harness.CommandLineArgs;

/**
 * Our callback for DaCapo 9.12 and 23.11 ({@code --callback}). For their harnesses, every iteration
 * but the last is a warm-up. {@link KitIterations} decides which iterations really are warm-ups.
 */
public final class DaCapoCallback extends Callback {
  private final KitIterations iterations = KitIterations.current();

  /** The constructor that the harness calls for every callback. */
  public DaCapoCallback(CommandLineArgs args) {
    super(args);
  }

  @Override
  public void start(String benchmark) {
    super.start(benchmark);
    iterations.start();
  }

  // 9.12-bach calls only this method, and all later releases call only stop(long).
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
