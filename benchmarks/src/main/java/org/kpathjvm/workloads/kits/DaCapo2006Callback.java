package org.kpathjvm.workloads.kits;

import dacapo.Callback;

/**
 * Our callback for DaCapo 2006 ({@code -c}). For the harness, every iteration but the last is a
 * warm-up. {@link KitIterations} decides which iterations really are warm-ups.
 */
public final class DaCapo2006Callback extends Callback {
  private final KitIterations iterations = KitIterations.current();

  @Override
  public void start(String benchmark) {
    super.start(benchmark);
    iterations.start();
  }

  @Override
  public void startWarmup(String benchmark) {
    super.startWarmup(benchmark);
    iterations.start();
  }

  @Override
  public void stop() {
    iterations.stop();
    super.stop();
  }

  @Override
  public void stopWarmup() {
    iterations.stop();
    super.stopWarmup();
  }

  @Override
  public void complete(String benchmark, boolean valid) {
    super.complete(benchmark, valid);
    iterations.complete(valid);
  }

  @Override
  public void completeWarmup(String benchmark, boolean valid) {
    super.completeWarmup(benchmark, valid);
    iterations.complete(valid);
  }
}
