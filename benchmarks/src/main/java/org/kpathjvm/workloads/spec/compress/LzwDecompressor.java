package org.kpathjvm.workloads.spec.compress;

/** Restores what {@link LzwCompressor} compressed. */
final class LzwDecompressor {
  private final int[] prefixes = new int[LzwCode.CODES];
  private final byte[] suffixes = new byte[LzwCode.CODES];
  private final ByteStack reversed = new ByteStack(LzwCode.CODES);
  private ByteSource input;
  private long pending;
  private int pendingBits;
  private byte[] output;
  private int made;
  private int nextCode;
  private int bits;

  /** The previous code; FORGET if no code has come since all strings were forgotten. */
  private int previous;

  /** The first byte of the string that was appended last. */
  private byte first;

  /**
   * Returns the bytes that were compressed.
   *
   * @param length the number of these bytes
   * @throws IllegalArgumentException if a code isn't defined, if the codes end too early, or if the
   *     codes stand for more than {@code length} bytes
   */
  byte[] decompress(byte[] compressed, int length) {
    input = new ByteSource(compressed);
    pending = 0;
    pendingBits = 0;
    output = new byte[length];
    made = 0;
    forget();
    while (made < length) {
      int code = read();
      if (code == LzwCode.FORGET) {
        forget();
      } else {
        append(code);
        learn();
        previous = code;
      }
    }
    return output;
  }

  private void forget() {
    nextCode = LzwCode.FIRST_STRING;
    bits = LzwCode.LEAST_BITS;
    previous = LzwCode.FORGET;
  }

  private void append(int code) {
    reversed.clear();
    int link = code;
    if (code == nextCode && previous != LzwCode.FORGET) {
      // The compressor has just made this string: the previous string, followed by the first byte
      // of the previous string.
      reversed.push(first);
      link = previous;
    } else if (code >= nextCode) {
      throw new IllegalArgumentException("code " + code + " before it was defined");
    }
    while (link > LzwCode.FORGET) {
      reversed.push(suffix(link));
      link = prefix(link);
    }
    first = (byte) link;
    reversed.push(first);
    if (reversed.depth() > output.length - made) {
      throw new IllegalArgumentException("more than " + output.length + " bytes");
    }
    while (reversed.depth() > 0) {
      put(reversed.pop());
    }
  }

  private int prefix(int code) {
    return prefixes[code];
  }

  private byte suffix(int code) {
    return suffixes[code];
  }

  private void put(byte value) {
    output[made++] = value;
  }

  private void learn() {
    if (previous != LzwCode.FORGET && nextCode < LzwCode.CODES) {
      prefixes[nextCode] = previous;
      suffixes[nextCode] = first;
      nextCode++;
    }
    // The compressor already knows one more string than this decompressor. So the next code may be
    // nextCode.
    if (nextCode == 1 << bits && bits < LzwCode.MOST_BITS) {
      bits++;
    }
  }

  private int read() {
    while (pendingBits < bits) {
      if (input.isAtEnd()) {
        throw new IllegalArgumentException("the compressed bytes end too early");
      }
      pending |= (long) input.next() << pendingBits;
      pendingBits += Byte.SIZE;
    }
    int code = (int) pending & ((1 << bits) - 1);
    pending >>>= bits;
    pendingBits -= bits;
    return code;
  }
}
