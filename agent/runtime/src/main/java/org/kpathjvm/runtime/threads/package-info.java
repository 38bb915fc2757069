/**
 * Slots and leases for the target's platform threads, and the lock that guards them. The recorder
 * of streams and the inline profilers share these classes, which run inside the target. A virtual
 * thread uses the slot of its carrier.
 */
package org.kpathjvm.runtime.threads;
