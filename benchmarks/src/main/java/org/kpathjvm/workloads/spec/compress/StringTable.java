package org.kpathjvm.workloads.spec.compress;

import java.util.Arrays;

/**
 * The strings that an LZW compressor knows, as a hash table with open addressing. The compressor
 * chooses the slots and compares their keys.
 */
final class StringTable {
  static final int FREE = -1;

  private final int[] keys;
  private final int[] codes;

  StringTable(int slots) {
    keys = new int[slots];
    codes = new int[slots];
  }

  int key(int slot) {
    return keys[slot];
  }

  int code(int slot) {
    return codes[slot];
  }

  void put(int slot, int key, int code) {
    keys[slot] = key;
    codes[slot] = code;
  }

  void clear() {
    Arrays.fill(keys, FREE);
  }
}
