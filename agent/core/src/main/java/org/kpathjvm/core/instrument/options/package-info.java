/**
 * The options of the instrumentation.
 *
 * <p>{@link InstrumentOptions} holds all options: the scheme, where paths are cut, which methods
 * get probes ({@link MethodScope}), how large code may become, and the guide. {@link LoopRules} and
 * {@link ClassPattern} match loops and classes by name, and {@link InliningLimits} holds HotSpot's
 * limits.
 *
 * <p>The agent parses its command line itself; this package parses only the rules for loops.
 */
package org.kpathjvm.core.instrument.options;
