/**
 * Ball-Larus path profiling of streams. {@link org.kpathjvm.engine.hash.HashPathCounter} counts
 * each path in a hash table. {@link org.kpathjvm.engine.hash.TracedPathCounter} also sends the
 * accesses to the table through simulated caches. The verb {@code structure} compares this table
 * with the k-slab forest. Profilers that count paths in hash tables inside the target are in the
 * module {@code runtime}.
 */
package org.kpathjvm.engine.hash;
