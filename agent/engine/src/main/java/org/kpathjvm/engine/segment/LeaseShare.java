package org.kpathjvm.engine.segment;

/**
 * The leases that a drain reads: those whose number modulo {@code drains} is the drain's number.
 * Drain 0 reads all carriers of virtual threads.
 *
 * @param number the drain's number, beginning with 0
 * @param drains the number of drains
 */
record LeaseShare(int number, int drains) {
  boolean has(int lease, boolean isCarrier) {
    return (isCarrier ? 0 : lease % drains) == number;
  }
}
