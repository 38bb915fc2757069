package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheCounts;

/**
 * The figures that are the same for every k.
 *
 * @param items the number of path completions. This is also the number of updates to BLPP's tables,
 *     and the length of the k-BLPP paper's stream without its markers
 * @param streamedItems the number of items that are in the recorded stream; the other items were
 *     only counted
 * @param activations the number of sequences with at least one item. The items of an activation are
 *     one sequence, but each exception handler that the activation enters begins another sequence
 * @param blppEntries the number of entries in BLPP's tables, summed over all threads
 * @param blppPaths the number of distinct paths
 * @param unknownCompletions the number of completions of ids that don't belong to any method. If
 *     such a completion was streamed, the other figures include it.
 * @param simulatedItems the number of streamed items whose accesses went through simulated caches
 * @param caches the accesses to BLPP's tables, and the cache misses among them; null if no caches
 *     were simulated
 */
public record StructureTotals(
    long items,
    long streamedItems,
    long activations,
    long blppEntries,
    long blppPaths,
    long unknownCompletions,
    long simulatedItems,
    CacheCounts caches) {}
