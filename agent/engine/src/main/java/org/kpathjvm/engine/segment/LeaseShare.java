package org.kpathjvm.engine.segment;

/**
 * The leases that a drain reads. Drain 0 reads the leases of all carriers of virtual threads. Any
 * other lease is read by the drain whose number is the lease's number modulo {@code drains}.
 *
 * @param number the drain's number, beginning with 0
 * @param drains the number of drains
 */
record LeaseShare(int number, int drains) {
  boolean has(int lease, boolean isCarrier) {
    return (isCarrier ? 0 : lease % drains) == number;
  }
}
