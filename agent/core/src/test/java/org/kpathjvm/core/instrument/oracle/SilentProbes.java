package org.kpathjvm.core.instrument.oracle;

import org.kpathjvm.runtime.layout.PackedWord;

/** Probes that do nothing. */
public final class SilentProbes {
  public static final String INTERNAL_NAME = "org/kpathjvm/core/instrument/oracle/SilentProbes";

  private SilentProbes() {}

  public static void count(int id) {}

  public static long emit(long activation, int id) {
    return activation + 1;
  }

  public static void exit(long activation, int id) {}

  public static long handler(long activation, int id) {
    return 0;
  }

  public static void escape(long activation, int id) {}

  public static long full(long activation, long word, long packing) {
    return activation + 1;
  }

  public static long flush(long activation, long word, long packing) {
    return activation + 1;
  }

  public static long rest(long word, long packing) {
    return word >= 0 ? word : PackedWord.empty(PackedWord.bitsOf(packing));
  }

  public static void exit(long activation, long word, long packing, int path) {}

  public static void handler(long activation, long word, long packing, int id) {}

  public static void escape(long activation, long word, long packing, int id) {}

  public static int repeat(long packing, long trips, int count) {
    return count;
  }

  public static long run(long activation, long word, long packing, long trips, int count) {
    return activation + 1;
  }

  public static long rest(long word, long packing, long trips, int count) {
    return PackedWord.empty(PackedWord.bitsOf(packing));
  }

  public static void handler(
      long activation, long word, long packing, long trips, int count, int id) {}

  public static void escape(
      long activation, long word, long packing, long trips, int count, int id) {}
}
