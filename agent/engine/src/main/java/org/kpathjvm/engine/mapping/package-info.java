/**
 * Maps the segment's file into the engine's memory: {@link
 * org.kpathjvm.engine.mapping.SegmentMapping} reads and writes the file by offset. The layout of
 * the file is a matter of package {@code segment}.
 */
package org.kpathjvm.engine.mapping;
