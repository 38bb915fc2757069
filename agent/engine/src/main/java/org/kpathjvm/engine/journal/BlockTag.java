package org.kpathjvm.engine.journal;

/**
 * Identifies a block of a recording by the content of its descriptor. No two blocks have the same
 * tag.
 *
 * @param state the state of a chunk in a segment, or one of the two states of counters
 */
public record BlockTag(int state, int lease, long sequence, boolean carrier, int part) {}
