package org.kpathjvm.workloads.spec.compress;

/**
 * The format of Unix compress, without the header and the padding: codes of 9 to 16 bits, lowest
 * bit first. A code up to 255 stands for a byte. At code 256, all strings are forgotten. All other
 * codes stand for strings, numbered in the order in which the strings were first seen. Codes widen
 * by a bit when the next string's code no longer fits.
 */
final class LzwCode {
  static final int FORGET = 256;
  static final int FIRST_STRING = 257;
  static final int LEAST_BITS = 9;
  static final int MOST_BITS = 16;
  static final int CODES = 1 << MOST_BITS;

  private LzwCode() {}
}
