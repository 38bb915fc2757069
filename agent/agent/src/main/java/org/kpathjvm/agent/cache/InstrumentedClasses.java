package org.kpathjvm.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.relocation.RelocatableClass;
import org.kpathjvm.core.instrument.relocation.UsableClass;

/**
 * Instruments classes, or takes them from the cache if an earlier run has instrumented them. In
 * both cases a class, its ids and its lines in the metadata are the same.
 */
public final class InstrumentedClasses {
  private final InstrumentOptions options;

  /** The cache; null if nothing is kept. */
  private final ClassCache cache;

  private InstrumentedClasses(InstrumentOptions options, ClassCache cache) {
    this.options = options;
    this.cache = cache;
  }

  /** Returns an object that instruments every class itself. */
  public static InstrumentedClasses uncached(InstrumentOptions options) {
    return new InstrumentedClasses(options, null);
  }

  /**
   * Returns an object that uses the user's cache, if the cache can be used.
   *
   * @param mostBytes the largest number of bytes that the cache may have; 0 if no cache is to be
   *     used
   * @param said receives one line if the cache can't be used, or if classes can't be added to it
   */
  public static InstrumentedClasses cached(
      InstrumentOptions options, File agentJar, long mostBytes, Consumer<String> said) {
    return cached(System.getenv(), options, agentJar, mostBytes, said);
  }

  static InstrumentedClasses cached(
      Map<String, String> environment,
      InstrumentOptions options,
      File agentJar,
      long mostBytes,
      Consumer<String> said) {
    return mostBytes == 0
        ? uncached(options)
        : in(CacheDirectory.ofUser(environment), options, agentJar, mostBytes, said);
  }

  static InstrumentedClasses in(
      Path directory,
      InstrumentOptions options,
      File agentJar,
      long mostBytes,
      Consumer<String> said) {
    try {
      return new InstrumentedClasses(
          options, ClassCache.open(directory, agentJar, options, mostBytes, said));
    } catch (IOException | RuntimeException unusable) {
      said.accept("instrumented classes aren't kept for other runs: " + unusable);
      return uncached(options);
    }
  }

  /**
   * Returns the class with its probes.
   *
   * @param original the class file, which isn't modified
   * @throws RuntimeException if {@code original} isn't a class file
   */
  public UsableClass get(byte[] original, String loaderName, IdAllocator ids) {
    UsableClass usable = null;
    RelocatableClass kept = cache == null ? null : cache.find(original);
    if (kept == null) {
      // A JVM that finds all classes in the cache never loads the code that instruments.
      kept = new ClassInstrumenter().instrument(original, options);
      if (kept != null && cache != null) {
        cache.add(original, kept);
      }
    }
    if (kept != null) {
      usable = kept.use(loaderName, ids);
    }
    if (usable == null) {
      InstrumentedClass direct =
          new ClassInstrumenter().instrument(original, loaderName, options, ids);
      usable = UsableClass.of(direct.bytes(), direct.methods(), direct.skipped());
    }
    return usable;
  }
}
