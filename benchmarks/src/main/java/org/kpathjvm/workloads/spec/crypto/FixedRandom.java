package org.kpathjvm.workloads.spec.crypto;

import java.security.SecureRandom;
import java.util.Random;

/** The same bytes in every run: for the keys and paddings of benchmarks, and for nothing else. */
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
