/**
 * Reads a segment and consumes its streams.
 *
 * <p>{@link org.kpathjvm.engine.segment.SegmentReader} is the consumer's view of a segment. A
 * {@link org.kpathjvm.engine.segment.StreamDrain} consumes the streams of some of the leases:
 * {@code LeaseStream} follows one stream from chunk to chunk, {@code WordDecoder} decodes its
 * words, and what is counted of them is in a {@link org.kpathjvm.engine.segment.StreamProfile}.
 * {@link org.kpathjvm.engine.segment.SegmentCounters} reads the counters. {@link
 * org.kpathjvm.engine.segment.EngineMemory} divides the engine's memory among those who count.
 *
 * <p>{@code DrainControl} and {@link org.kpathjvm.engine.segment.CounterLedger} deal with cuts,
 * which divide a recording into parts. The package doesn't count sequences itself and builds no
 * results.
 */
package org.kpathjvm.engine.segment;
