/**
 * Maps the segment's file into the engine's memory: {@link
 * org.kpathjvm.engine.mapping.SegmentMapping} reads and writes the file by offset. Package {@code
 * segment} deals with the layout of the file.
 */
package org.kpathjvm.engine.mapping;
