/**
 * The layout of the shared-memory segment, which is defined here and nowhere else.
 *
 * <p>{@link org.kpathjvm.runtime.layout.SegmentLayout} has the fields and their offsets, {@link
 * org.kpathjvm.runtime.layout.SegmentGeometry} the places of the regions, {@link
 * org.kpathjvm.runtime.layout.SegmentHeader} what the header says, and {@link
 * org.kpathjvm.runtime.layout.StreamFormat} the records of a stream. {@link
 * org.kpathjvm.runtime.layout.PackedWord} packs several paths into a long. {@link
 * org.kpathjvm.runtime.layout.LayoutExport} writes the layout out, so that Python reads segments by
 * the same definition.
 *
 * <p>The package doesn't record and doesn't read a recording: {@code recorder} and the engine do.
 */
package org.kpathjvm.runtime.layout;
