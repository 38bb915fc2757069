/**
 * The journals of the engine. They are files with the chunks and closed counters that the engine
 * has taken out of the segment. Thanks to the journals, no data is lost if kpath-jvm is killed
 * (decision 9 in docs/decisions). A journal also contains <em>spilled</em> chunks, whose blocks the
 * target needed before the chunks were counted (decision 23).
 *
 * <p>Each drain has its own journal. {@link org.kpathjvm.engine.journal.JournalFormat} is the
 * layout, {@link org.kpathjvm.engine.journal.JournalWriter} writes a journal and reads spilled
 * chunks back, and {@link org.kpathjvm.engine.journal.JournalReader} reads the journal of a dead
 * engine.
 *
 * <p>A journal survives if kpath-jvm is killed. It may be lost if the machine crashes.
 */
package org.kpathjvm.engine.journal;
