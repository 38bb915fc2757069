import org.kpathjvm.jmh.KpathProfiler;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * The class that {@code -prof kpath} names. JMH finds a profiler that isn't part of JMH by the full
 * name of the profiler's class, so this class is in no package.
 */
public final class kpath extends KpathProfiler {
  /**
   * Creates a profiler that JMH only lists and doesn't use. {@link java.util.ServiceLoader} uses
   * this constructor.
   */
  public kpath() {}

  /**
   * Creates a profiler that is used.
   *
   * @param options the text after {@code -prof kpath:}
   * @throws ProfilerException if an option is wrong, if kpath-jvm can't be run, or if the profiles'
   *     directory can't be made
   */
  public kpath(String options) throws ProfilerException {
    super(options);
  }
}
