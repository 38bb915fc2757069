package org.kpathjvm.workloads.dacapo.avrora;

/** The arithmetic unit with the status register, whose bits from 0 up are C Z N V S H T I. */
final class Alu {
  static final int C = 0;
  static final int Z = 1;
  static final int N = 2;
  static final int V = 3;
  static final int S = 4;
  static final int H = 5;
  static final int I = 7;

  private int status;

  int status() {
    return status;
  }

  void setStatus(int value) {
    status = value & 0xFF;
  }

  boolean flag(int bit) {
    return (status >> bit & 1) == 1;
  }

  void setFlag(int bit, boolean isSet) {
    status = isSet ? status | 1 << bit : status & ~(1 << bit);
  }

  int carry() {
    return status & 1;
  }

  int add(int a, int b, int carry) {
    int sum = a + b + carry;
    setFlag(H, (a & 0xF) + (b & 0xF) + carry > 0xF);
    setFlag(V, (~(a ^ b) & (a ^ sum) & 0x80) != 0);
    setFlag(C, sum > 0xFF);
    return finish(sum & 0xFF);
  }

  int sub(int a, int b) {
    return subtract(a, b, 0, true);
  }

  /**
   * Subtracts with carry. A result other than 0 clears Z, and a result of 0 leaves Z as it is, so
   * that numbers of several bytes can be compared.
   */
  int sbc(int a, int b) {
    return subtract(a, b, carry(), flag(Z));
  }

  private int subtract(int a, int b, int carry, boolean zeroSoFar) {
    int difference = a - b - carry;
    setFlag(H, (a & 0xF) - (b & 0xF) - carry < 0);
    setFlag(V, ((a ^ b) & (a ^ difference) & 0x80) != 0);
    setFlag(C, difference < 0);
    finish(difference & 0xFF);
    setFlag(Z, (difference & 0xFF) == 0 && zeroSoFar);
    return difference & 0xFF;
  }

  int logic(int value) {
    setFlag(V, false);
    return finish(value);
  }

  int complement(int value) {
    setFlag(C, true);
    return logic(~value & 0xFF);
  }

  int increment(int value) {
    setFlag(V, value == 0x7F);
    return finish(value + 1 & 0xFF);
  }

  int decrement(int value) {
    setFlag(V, value == 0x80);
    return finish(value - 1 & 0xFF);
  }

  /**
   * Shifts a value to the right by one bit.
   *
   * @param high the highest bit of the result, as 0x80 or 0
   */
  int shiftRight(int value, int high) {
    int shifted = value >> 1 | high;
    setFlag(C, (value & 1) == 1);
    setFlag(V, (shifted >> 7 ^ value & 1) == 1);
    return finish(shifted);
  }

  int multiply(int a, int b) {
    int product = a * b;
    setFlag(C, (product & 0x8000) != 0);
    setFlag(Z, product == 0);
    return product;
  }

  int addWord(int a, int b) {
    int sum = a + b;
    setFlag(V, (~a & sum & 0x8000) != 0);
    setFlag(C, sum > 0xFFFF);
    return finishWord(sum & 0xFFFF);
  }

  int subtractWord(int a, int b) {
    int difference = a - b;
    setFlag(V, (a & ~difference & 0x8000) != 0);
    setFlag(C, difference < 0);
    return finishWord(difference & 0xFFFF);
  }

  private int finish(int result) {
    setFlag(Z, result == 0);
    setFlag(N, (result & 0x80) != 0);
    setFlag(S, flag(N) != flag(V));
    return result;
  }

  private int finishWord(int result) {
    setFlag(Z, result == 0);
    setFlag(N, (result & 0x8000) != 0);
    setFlag(S, flag(N) != flag(V));
    return result;
  }
}
