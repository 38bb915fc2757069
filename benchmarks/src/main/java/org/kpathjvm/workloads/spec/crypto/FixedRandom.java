package org.kpathjvm.workloads.spec.crypto;

import java.security.SecureRandom;
import java.util.Random;

/** Gives the same bytes in every run, so it is fit only for the keys and padding of benchmarks. */
final class FixedRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  private final Random random;

  FixedRandom(long seed) {
    super(null, null);
    random = new Random(seed);
  }

  @Override
  public void nextBytes(byte[] bytes) {
    random.nextBytes(bytes);
  }
}
