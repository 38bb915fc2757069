/**
 * Simulated caches for the verb {@code structure}, which compares the memory accesses of the k-BLPP
 * paper's data structures.
 *
 * <p>{@link org.kpathjvm.engine.cache.CacheHierarchy} has two levels of set-associative caches with
 * LRU replacement, each with a {@link org.kpathjvm.engine.cache.CacheShape}, and counts their
 * misses ({@link org.kpathjvm.engine.cache.CacheCounts}). The caches don't prefetch, and they store
 * only the tags of lines.
 */
package org.kpathjvm.engine.cache;
