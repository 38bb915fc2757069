/**
 * The default engine: counts the sequences of paths by what comes after contexts (decision 17).
 *
 * <p>A context, or history, is the last paths of an activation, k - 1 at most. {@link
 * org.kpathjvm.engine.contexts.ContextAutomaton} is the counter. It counts words of several paths
 * in {@link org.kpathjvm.engine.contexts.WordTables}, with a {@link
 * org.kpathjvm.engine.contexts.ContextWords} for each method. {@link
 * org.kpathjvm.engine.contexts.LoosePaths} makes words of paths that come one by one. When memory
 * is short, words are taken apart into transitions between contexts, which {@link
 * org.kpathjvm.engine.contexts.ContextFolding} can fold.
 *
 * <p>The package doesn't build the k-IPF: it offers its counts as {@link
 * org.kpathjvm.engine.counting.Sequences}, which {@code ipf} converts. The paper's own structure is
 * in {@code ksf}.
 */
package org.kpathjvm.engine.contexts;
