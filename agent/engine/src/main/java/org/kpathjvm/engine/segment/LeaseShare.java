package org.kpathjvm.engine.segment;

/**
 * Which leases are a drain's: lease modulo drains, but all carriers of virtual threads belong to
 * drain 0.
 *
 * @param number of the drain, from 0 on
 * @param drains how many there are
 */
record LeaseShare(int number, int drains) {
  boolean has(int lease, boolean isCarrier) {
    return (isCarrier ? 0 : lease % drains) == number;
  }
}
