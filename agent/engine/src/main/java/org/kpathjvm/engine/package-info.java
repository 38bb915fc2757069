/**
 * The engine, which counts the sequences in a segment. Python calls the engine through JPype.
 *
 * <p>An {@link org.kpathjvm.engine.EngineSession} processes one segment. It opens the segment,
 * drains it while the target runs, and builds the results when the target is dead. An {@link
 * org.kpathjvm.engine.EngineSnapshot} has the results of the data that a running target has emitted
 * up to a certain moment. A drain reads some of the segment's streams and counts what it has read;
 * a {@code DrainWorker} is the thread of one drain. {@code ResultBuilder} merges the counts of all
 * threads and converts them into the k-IPF.
 *
 * <p>Package {@code segment} reads the streams. Packages {@code contexts}, {@code ksf} and {@code
 * hash} count the paths of the streams, {@code sharing} divides this work among threads, and {@code
 * ipf} converts the counts. The engine deals only with the ids of paths. Python finds the path of
 * an id by means of the metadata.
 */
package org.kpathjvm.engine;
