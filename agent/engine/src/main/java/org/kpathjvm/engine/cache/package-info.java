/**
 * Simulated caches for the verb {@code structure}, which compares how the data structures of the
 * k-BLPP paper access memory.
 *
 * <p>A {@link org.kpathjvm.engine.cache.CacheHierarchy} has two levels. Each level is a
 * set-associative cache with LRU replacement, and a {@link org.kpathjvm.engine.cache.CacheShape}
 * describes its size. The hierarchy counts the misses ({@link
 * org.kpathjvm.engine.cache.CacheCounts}). The caches don't prefetch, and they store only the tags
 * of lines.
 */
package org.kpathjvm.engine.cache;
