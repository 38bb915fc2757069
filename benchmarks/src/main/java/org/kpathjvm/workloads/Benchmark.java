package org.kpathjvm.workloads;

/**
 * A benchmark that does the same work in every iteration, and whose result can be checked.
 *
 * <p>{@link StandIn} makes one instance with the no-argument constructor. It calls the methods from
 * one thread: {@code prepare} once; for each iteration {@code beforeIteration}, {@code iterate} and
 * {@code digest}; {@code close} once, also after a failure. An exception from any of these methods
 * ends the run. A benchmark's own threads must work only during {@code iterate}, and must not keep
 * the JVM alive after {@code close}.
 */
public interface Benchmark {

  /**
   * Reads the inputs. Not timed.
   *
   * @throws StandInFailure for inputs or settings that can't be used
   */
  void prepare(Inputs inputs) throws Exception;

  /** Brings everything into the state in which an iteration starts. Not timed. */
  default void beforeIteration() throws Exception {}

  /** Does the work of one iteration. This is timed. */
  void iterate() throws Exception;

  /**
   * Adds the last iteration's results to the digest, in an order that doesn't depend on threads or
   * hash codes. Not timed.
   *
   * @throws StandInFailure if the result is obviously wrong
   */
  void digest(ResultDigest result) throws Exception;

  /**
   * Releases what {@code prepare} acquired, such as connections, threads and servers. Not timed.
   */
  default void close() throws Exception {}
}
