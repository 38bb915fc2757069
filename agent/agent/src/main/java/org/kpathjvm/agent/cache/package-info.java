/**
 * Keeps instrumented classes from one run to the next (docs/class-cache.md).
 *
 * <p>{@link org.kpathjvm.agent.cache.InstrumentedClasses} instruments a class or takes it from the
 * cache; that is all that others need to know. {@code ClassCache} finds classes in packs. A pack is
 * a file with classes that one JVM has instrumented; {@code PackFormat} is its layout, and {@code
 * CacheDirectory} the directory of all packs.
 *
 * <p>Whatever goes wrong with the cache, a class is instrumented instead.
 */
package org.kpathjvm.agent.cache;
