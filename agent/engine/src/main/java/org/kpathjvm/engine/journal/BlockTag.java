package org.kpathjvm.engine.journal;

/**
 * Which block of a recording it is, by what its descriptor says: no two have the same one.
 *
 * @param state a chunk's in a segment, or one of the two of counters
 */
public record BlockTag(int state, int lease, long sequence, boolean carrier, int part) {}
