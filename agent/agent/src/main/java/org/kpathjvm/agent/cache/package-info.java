/**
 * Keeps instrumented classes from one run to the next (docs/options.md).
 *
 * <p>Other packages use only {@link org.kpathjvm.agent.cache.InstrumentedClasses}, which
 * instruments a class or takes it from the cache. {@code ClassCache} finds classes in packs. A pack
 * is a file of classes that one JVM has instrumented. {@code PackFormat} defines the layout of a
 * pack, and {@code CacheDirectory} is the directory of all packs.
 *
 * <p>If the cache fails, classes are instrumented as they would be without a cache.
 */
package org.kpathjvm.agent.cache;
