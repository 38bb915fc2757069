/**
 * Maps the segment's file into the engine's memory: {@link
 * org.kpathjvm.engine.mapping.SegmentMapping} reads and writes the file by offset. Only package
 * {@code segment} depends on the file's layout.
 */
package org.kpathjvm.engine.mapping;
