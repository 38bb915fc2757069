package org.kpathjvm.workloads.grande;

/**
 * The International Data Encryption Algorithm (Lai and Massey, 1991): eight rounds over four words
 * of 16 bits, and a final transformation. A round mixes xor, addition modulo 2^16 and
 * multiplication modulo 2^16 + 1.
 */
final class IdeaCipher {
  static final int BLOCK_BYTES = 8;
  static final int KEY_BYTES = 16;
  private static final int ROUNDS = 8;
  private static final int KEYS_OF_ROUND = 6;
  private static final int KEYS = ROUNDS * KEYS_OF_ROUND + 4;
  private static final int MODULUS = 0x10001;
  private static final int MASK = 0xFFFF;

  private IdeaCipher() {}

  /**
   * Returns the 52 subkeys. The first eight are the key's words, from left to right. Then the key
   * is rotated left by 25 bits, its words are the next eight, and so on.
   */
  static int[] encryptionKeys(byte[] key) {
    int[] keys = new int[KEYS];
    for (int i = 0; i < KEYS; i++) {
      int start = 25 * (i / 8) + Short.SIZE * (i % 8);
      for (int bit = start; bit < start + Short.SIZE; bit++) {
        int place = bit % (Byte.SIZE * KEY_BYTES);
        int value = key[place / Byte.SIZE] >> (Byte.SIZE - 1 - place % Byte.SIZE) & 1;
        keys[i] = keys[i] << 1 | value;
      }
    }
    return keys;
  }

  /** Returns the subkeys that decrypt what the given subkeys encrypt. */
  static int[] decryptionKeys(int[] encryption) {
    int[] keys = new int[KEYS];
    for (int round = 0; round <= ROUNDS; round++) {
      int to = round * KEYS_OF_ROUND;
      int from = (ROUNDS - round) * KEYS_OF_ROUND;
      // Each round exchanges the two middle words. So the two middle subkeys are exchanged, too,
      // except in the first round and in the final transformation.
      boolean isExchanged = round > 0 && round < ROUNDS;
      keys[to] = inverse(encryption[from]);
      keys[to + 1] = -encryption[isExchanged ? from + 2 : from + 1] & MASK;
      keys[to + 2] = -encryption[isExchanged ? from + 1 : from + 2] & MASK;
      keys[to + 3] = inverse(encryption[from + 3]);
      if (round < ROUNDS) {
        keys[to + 4] = encryption[from - 2];
        keys[to + 5] = encryption[from - 1];
      }
    }
    return keys;
  }

  /**
   * Encrypts or decrypts blocks, each independently of the others.
   *
   * @param input whole blocks
   * @param output as long as the input
   */
  static void apply(int[] keys, byte[] input, byte[] output) {
    for (int block = 0; block < input.length; block += BLOCK_BYTES) {
      int a = word(input, block);
      int b = word(input, block + 2);
      int c = word(input, block + 4);
      int d = word(input, block + 6);
      for (int k = 0; k < ROUNDS * KEYS_OF_ROUND; k += KEYS_OF_ROUND) {
        a = product(a, keys[k]);
        b = (b + keys[k + 1]) & MASK;
        c = (c + keys[k + 2]) & MASK;
        d = product(d, keys[k + 3]);
        int first = product(a ^ c, keys[k + 4]);
        int second = product((first + (b ^ d)) & MASK, keys[k + 5]);
        first = (first + second) & MASK;
        a ^= second;
        d ^= first;
        int middle = b ^ first;
        b = c ^ second;
        c = middle;
      }
      putWord(output, block, product(a, keys[KEYS - 4]));
      putWord(output, block + 2, c + keys[KEYS - 3]);
      putWord(output, block + 4, b + keys[KEYS - 2]);
      putWord(output, block + 6, product(d, keys[KEYS - 1]));
    }
  }

  private static int word(byte[] bytes, int index) {
    return (bytes[index] & 0xFF) << Byte.SIZE | bytes[index + 1] & 0xFF;
  }

  private static void putWord(byte[] bytes, int index, int word) {
    bytes[index] = (byte) (word >> Byte.SIZE);
    bytes[index + 1] = (byte) word;
  }

  /** Returns the product modulo 2^16 + 1, where 0 stands for 2^16. */
  static int product(int a, int b) {
    if (a == 0) {
      return (MODULUS - b) & MASK;
    }
    if (b == 0) {
      return (MODULUS - a) & MASK;
    }
    // 2^16 is congruent to -1 modulo 2^16 + 1, so the upper half is subtracted from the lower.
    int full = a * b;
    int lower = full & MASK;
    int upper = full >>> Short.SIZE;
    int difference = lower - upper;
    return (lower < upper ? difference + MODULUS : difference) & MASK;
  }

  /**
   * Returns the inverse of x modulo the prime p = 2^16 + 1. By Fermat, it is x^(p - 2), and all
   * sixteen bits of p - 2 are set.
   */
  private static int inverse(int x) {
    int inverse = 1;
    for (int bit = 0; bit < Short.SIZE; bit++) {
      inverse = product(product(inverse, inverse), x);
    }
    return inverse;
  }
}
