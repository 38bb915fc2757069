package org.kpathjvm.engine.segment;

/**
 * Decides which leases a drain reads: a lease belongs to the drain whose number is the lease's
 * number modulo the number of drains. All carriers of virtual threads belong to drain 0.
 *
 * @param number the drain's number, beginning with 0
 * @param drains the number of drains
 */
record LeaseShare(int number, int drains) {
  boolean has(int lease, boolean isCarrier) {
    return (isCarrier ? 0 : lease % drains) == number;
  }
}
