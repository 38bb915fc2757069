/**
 * Simulated caches for the verb {@code structure}, which compares how the data structures of the
 * k-BLPP paper access memory.
 */
package org.kpathjvm.engine.cache;
