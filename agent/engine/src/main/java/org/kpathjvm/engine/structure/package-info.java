/**
 * Rebuilds the k-BLPP paper's structures from a recorded stream and measures them, for the verb
 * {@code structure} (docs/formats/structure.md).
 *
 * <p>{@link org.kpathjvm.engine.structure.StructureSession} reads the recording once for each k.
 * {@link org.kpathjvm.engine.structure.StructureProfile} is the structure that the paper's profiler
 * would have for a thread: a k-slab forest, or a hash table of BLPP for k = 1. The results are
 * {@link org.kpathjvm.engine.structure.StructureTotals} and {@link
 * org.kpathjvm.engine.structure.StructureRow}. With a {@link
 * org.kpathjvm.engine.structure.CacheSimulation}, the accesses to the structures go through
 * simulated caches.
 *
 * <p>No profile depends on this package: profiles are made from the results of {@code
 * EngineSession}.
 */
package org.kpathjvm.engine.structure;
