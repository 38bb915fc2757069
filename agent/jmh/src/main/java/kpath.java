import org.kpathjvm.jmh.KpathProfiler;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * What {@code -prof kpath} names: JMH knows profilers that aren't its own by the full name of their
 * class, so this one is in no package.
 */
public final class kpath extends KpathProfiler {
  /** A profiler that is only listed: how {@link java.util.ServiceLoader} makes it. */
  public kpath() {}

  /**
   * A profiler that is used.
   *
   * @param options what stands behind {@code -prof kpath:}
   * @throws ProfilerException if they aren't understood, or kpath-jvm can't be run
   */
  public kpath(String options) throws ProfilerException {
    super(options);
  }
}
