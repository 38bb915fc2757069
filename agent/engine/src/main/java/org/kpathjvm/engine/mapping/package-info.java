/**
 * Maps the segment's file into the engine's memory: {@link
 * org.kpathjvm.engine.mapping.SegmentMapping} reads and writes it by file offset. It doesn't know
 * the layout; {@code segment} does.
 */
package org.kpathjvm.engine.mapping;
