package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheCounts;

/**
 * The figures that are the same for every k.
 *
 * @param items the number of path completions. It is also the length of the k-BLPP paper's stream,
 *     not counting the markers in the stream, and the number of updates to BLPP's tables
 * @param streamedItems the number of items that are in the recorded stream; the others were only
 *     counted
 * @param activations the number of sequences with at least one item. An activation is one sequence,
 *     unless it enters exception handlers: each of them begins another sequence
 * @param blppEntries the number of entries in BLPP's tables, summed over all threads
 * @param blppPaths the number of distinct paths
 * @param unknownCompletions the number of completions of ids that don't belong to any method. If
 *     such completions were streamed, they are included in all figures.
 * @param simulatedItems the number of streamed items whose accesses went through simulated caches
 * @param caches the accesses to BLPP's tables, and the misses of these accesses; null unless caches
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
