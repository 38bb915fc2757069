/**
 * The layout of the segment in shared memory, and of the records in its streams. This package is
 * the only definition of both.
 *
 * <p>{@link org.kpathjvm.runtime.layout.SegmentLayout} defines the fields and their offsets, and
 * {@link org.kpathjvm.runtime.layout.SegmentGeometry} computes the offsets of the regions. {@link
 * org.kpathjvm.runtime.layout.StreamFormat} defines the records of a stream.
 *
 * <p>The package {@code recorder} and the code that the instrumentation inserts into methods write
 * recordings in this layout. The engine reads the recordings.
 */
package org.kpathjvm.runtime.layout;
