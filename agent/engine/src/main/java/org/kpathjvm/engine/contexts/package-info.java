/**
 * The default engine. It counts sequences of paths as pairs of a context and the paths that follow
 * it (decision 17 in docs/decisions).
 *
 * <p>A context, or history, consists of the last paths, at most k - 1, that an activation completed
 * before a certain moment. {@link org.kpathjvm.engine.contexts.ContextAutomaton} is the counter. It
 * counts words, each of which is one or more paths in a row, in {@link
 * org.kpathjvm.engine.contexts.WordTables}, with a {@link
 * org.kpathjvm.engine.contexts.ContextWords} table for each method. {@link
 * org.kpathjvm.engine.contexts.LoosePaths} makes words from paths that arrive one by one. When
 * memory is short, words are taken apart into transitions between contexts, which {@link
 * org.kpathjvm.engine.contexts.ContextFolding} can fold.
 *
 * <p>The package passes its counts on as {@link org.kpathjvm.engine.counting.Sequences}, which
 * package {@code ipf} converts into the k-IPF. The k-BLPP paper's own structure is in package
 * {@code ksf}.
 */
package org.kpathjvm.engine.contexts;
