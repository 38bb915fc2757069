package org.kpathjvm.workloads.spec.compress;

/**
 * Compresses by the algorithm of Lempel, Ziv and Welch (Welch, A technique for high-performance
 * data compression, IEEE Computer 17(6), 1984). The string table is a hash table with open
 * addressing. It is cleared when it is full and the compression ratio has fallen. Every access to a
 * byte or a table entry is a call, so that activations are as short as in SPECjvm2008's program.
 */
final class LzwCompressor {
  /** There are twice as many slots as codes, to keep searches short. */
  private static final int SLOTS_BITS = LzwCode.MOST_BITS + 1;

  private static final int SLOTS = 1 << SLOTS_BITS;

  /** 2^32 divided by the golden ratio (Knuth, volume 3, section 6.4). */
  private static final int MULTIPLIER = 0x9E3779B9;

  private static final int BYTES_BETWEEN_CHECKS = 10_000;

  private final StringTable strings = new StringTable(SLOTS);
  private final CodeWriter writer = new CodeWriter();
  private int nextCode;
  private int bits;
  private int nextCheck;
  private double bestRatio;

  byte[] compress(byte[] input) {
    writer.start(input.length);
    forget(0);
    ByteSource bytes = new ByteSource(input);
    if (bytes.isAtEnd()) {
      return writer.finish();
    }
    int prefix = bytes.next();
    while (!bytes.isAtEnd()) {
      int position = bytes.position();
      int next = bytes.next();
      int key = prefix << Byte.SIZE | next;
      int slot = key * MULTIPLIER >>> (Integer.SIZE - SLOTS_BITS);
      while (strings.key(slot) != key && strings.key(slot) != StringTable.FREE) {
        slot = (slot + 1) & (SLOTS - 1);
      }
      if (strings.key(slot) == key) {
        prefix = strings.code(slot);
        continue;
      }
      writer.write(prefix, bits);
      prefix = next;
      if (nextCode < LzwCode.CODES) {
        remember(slot, key);
      } else if (position >= nextCheck) {
        check(position);
      }
    }
    writer.write(prefix, bits);
    return writer.finish();
  }

  private void remember(int slot, int key) {
    strings.put(slot, key, nextCode);
    if (nextCode == 1 << bits) {
      bits++;
    }
    nextCode++;
  }

  private void check(int position) {
    nextCheck = position + BYTES_BETWEEN_CHECKS;
    double ratio = (double) position / writer.length();
    if (ratio >= bestRatio) {
      bestRatio = ratio;
      return;
    }
    writer.write(LzwCode.FORGET, bits);
    forget(position);
  }

  private void forget(int position) {
    strings.clear();
    nextCode = LzwCode.FIRST_STRING;
    bits = LzwCode.LEAST_BITS;
    bestRatio = 0;
    nextCheck = position + BYTES_BETWEEN_CHECKS;
  }
}
