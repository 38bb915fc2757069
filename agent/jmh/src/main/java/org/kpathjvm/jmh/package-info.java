/**
 * A profiler for JMH. It runs each fork of a benchmark under kpath-jvm, and puts the profile's
 * report into JMH's results.
 *
 * <p>{@link org.kpathjvm.jmh.KpathProfiler} is the profiler. Its subclass {@code kpath}, which is
 * in no package, has the short name that users write after {@code -prof}. The package itself only
 * calls the command {@code kpath-jvm}, which does the profiling.
 */
package org.kpathjvm.jmh;
