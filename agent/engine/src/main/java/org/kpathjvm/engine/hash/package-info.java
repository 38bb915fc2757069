/**
 * Ball-Larus path profiling over a recorded stream: {@link
 * org.kpathjvm.engine.hash.HashPathCounter} counts each path in a hash table. {@link
 * org.kpathjvm.engine.hash.TracedPathCounter} does so with simulated caches. {@code structure}
 * compares both with the k-slab forest. The profilers that count paths by hash inside the target
 * are in the runtime.
 */
package org.kpathjvm.engine.hash;
