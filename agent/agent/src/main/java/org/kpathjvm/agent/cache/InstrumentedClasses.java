package org.kpathjvm.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.relocation.RelocatableClass;
import org.kpathjvm.core.instrument.relocation.UsableClass;

/**
 * Instruments classes, or takes them from what earlier runs have kept. Which of the two it was
 * makes no difference to the class, to its ids or to what is written of it.
 */
public final class InstrumentedClasses {
  private final InstrumentOptions options;

  /** Null: nothing is kept. */
  private final ClassCache cache;

  private InstrumentedClasses(InstrumentOptions options, ClassCache cache) {
    this.options = options;
    this.cache = cache;
  }

  /** Classes that are instrumented each time. */
  public static InstrumentedClasses uncached(InstrumentOptions options) {
    return new InstrumentedClasses(options, null);
  }

  /**
   * Classes that are kept in the user's cache, if that can be used.
   *
   * @param mostBytes of the cache; 0: none is used
   * @param said takes one line if it can't be used
   */
  public static InstrumentedClasses cached(
      InstrumentOptions options, File agentJar, long mostBytes, Consumer<String> said) {
    return mostBytes == 0
        ? uncached(options)
        : in(CacheDirectory.ofUser(), options, agentJar, mostBytes, said);
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
   * The class with its probes.
   *
   * @param original the class file; not modified
   * @throws RuntimeException if the bytes are no class file
   */
  public UsableClass get(byte[] original, String loaderName, IdAllocator ids) {
    UsableClass usable = null;
    RelocatableClass kept = cache == null ? null : cache.find(original);
    if (kept == null) {
      // Made here, so that a JVM that finds all classes kept never loads what instruments them.
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
