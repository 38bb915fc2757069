/**
 * JMH's profiler: kpath-jvm runs each fork, and its report is in JMH's results.
 *
 * <p>{@link org.kpathjvm.jmh.KpathProfiler} is the profiler; {@code kpath}, which is in no package,
 * gives it the name that JMH wants. The package neither instruments nor records anything itself: it
 * calls the command.
 */
package org.kpathjvm.jmh;
