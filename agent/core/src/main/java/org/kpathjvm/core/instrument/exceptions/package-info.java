/**
 * Analyses of the exceptions in a method.
 *
 * <p>{@link ThrowFreedom} finds the instructions that can throw. {@link EscapeRegions} are the
 * parts that a catch-all handler covers. {@link MonitorCover} decides which handlers have to cover
 * a probe while monitors are held. {@link ThisFlow} follows {@code this} through an instance
 * method. {@link SelfContained} finds code that runs only its own instructions.
 *
 * <p>The papers on path profiling don't treat exceptions. The rules come from the JVM's
 * specification and from HotSpot. Package {@code probes} inserts the probes.
 */
package org.kpathjvm.core.instrument.exceptions;
