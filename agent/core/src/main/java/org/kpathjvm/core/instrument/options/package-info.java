/**
 * What is asked of the instrumentation.
 *
 * <p>{@link InstrumentOptions} holds all of it: the scheme, where paths are cut, which methods get
 * probes ({@link MethodScope}), how large code may become, and what an earlier profile says. {@link
 * LoopRules} and {@link ClassPattern} match loops and classes by name, and {@link InliningLimits}
 * holds HotSpot's limits.
 *
 * <p>The package doesn't parse the agent's command line; the agent does.
 */
package org.kpathjvm.core.instrument.options;
