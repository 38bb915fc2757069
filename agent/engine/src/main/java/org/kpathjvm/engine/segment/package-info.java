/**
 * Reads a segment and consumes its streams.
 *
 * <p>{@link org.kpathjvm.engine.segment.SegmentReader} is the engine's view of a segment. A lease
 * is what a platform thread of the target holds in the segment: counters, and a stream, which is
 * made of chunks. A {@link org.kpathjvm.engine.segment.StreamDrain} consumes the streams of some of
 * the leases. {@code LeaseStream} follows one stream from chunk to chunk, and {@code WordDecoder}
 * decodes the stream's words. The counts are in a {@link
 * org.kpathjvm.engine.segment.StreamProfile}. {@link org.kpathjvm.engine.segment.SegmentCounters}
 * reads the counters. {@link org.kpathjvm.engine.segment.EngineMemory} divides the engine's memory
 * among the drains.
 *
 * <p>{@code DrainControl} and {@link org.kpathjvm.engine.segment.CounterLedger} deal with cuts,
 * which divide a recording into parts. Sequences are counted and results are built in other
 * packages.
 */
package org.kpathjvm.engine.segment;
