/**
 * The journals of the engine: files with the chunks and closed blocks of counters that the engine
 * has taken out of the segment. Thanks to the journals, no data is lost if kpath-jvm is killed
 * (decision 9 in docs/decisions). Data may be lost if the machine crashes. Some chunks in a journal
 * are <em>spilled</em>: the target needed their blocks before the chunks were counted (decision
 * 23).
 *
 * <p>Each drain has its own journal. {@link org.kpathjvm.engine.journal.JournalFormat} defines the
 * layout, {@link org.kpathjvm.engine.journal.JournalWriter} writes a journal and reads spilled
 * chunks back, and {@link org.kpathjvm.engine.journal.JournalReader} reads the journal of a dead
 * engine.
 */
package org.kpathjvm.engine.journal;
