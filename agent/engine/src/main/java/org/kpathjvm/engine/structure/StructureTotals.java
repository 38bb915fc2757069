package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheCounts;

/**
 * The figures that are the same for every k.
 *
 * @param items completions of paths: the length of the paper's stream without its markers, and the
 *     number of updates of BLPP's table
 * @param streamedItems those items that are in the stream; the others were counted
 * @param activations the number of sequences that have an item
 * @param blppEntries entries of BLPP's tables, summed over threads
 * @param blppPaths distinct paths
 * @param unknownCompletions completions of paths that belong to no known method; those that were
 *     streamed are in all figures
 * @param simulatedItems streamed items whose accesses went through simulated caches, for each k
 * @param caches the accesses to BLPP's tables and their misses; null unless caches were simulated
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
