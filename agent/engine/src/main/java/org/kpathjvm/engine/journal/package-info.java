/**
 * The journals of the engine: the chunks and closed counters that it has taken out of the segment,
 * on disk, so that a kill of kpath-jvm loses nothing (decision 9). A journal also holds chunks that
 * were <em>spilled</em>: the target needed their room before they were counted (decision 23).
 *
 * <p>Each drain has a journal of its own. {@link org.kpathjvm.engine.journal.JournalFormat} is the
 * layout, {@link org.kpathjvm.engine.journal.JournalWriter} writes a journal and reads spilled
 * chunks back, and {@link org.kpathjvm.engine.journal.JournalReader} reads the journal of a dead
 * engine.
 *
 * <p>A journal survives the death of the process, not that of the machine.
 */
package org.kpathjvm.engine.journal;
