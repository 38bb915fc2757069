package org.kpathjvm.workloads;

/**
 * A benchmark that does the same work in every iteration, and whose result can be checked.
 *
 * <p>{@link StandIn} makes one instance by the constructor without parameters and calls from one
 * thread: {@code prepare} once; for each iteration {@code beforeIteration}, {@code iterate}, {@code
 * digest}; {@code close} once, also after a failure. An exception from any of them ends the run. A
 * benchmark may have threads of its own, but none that works outside of {@code iterate} and none
 * that keeps the JVM alive after {@code close}.
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

  /** The work: timed. */
  void iterate() throws Exception;

  /**
   * Adds all that the last iteration made, in an order that doesn't depend on threads or hash
   * codes. Not timed.
   *
   * @throws StandInFailure if something can be seen to be wrong
   */
  void digest(ResultDigest result) throws Exception;

  /** Gives back what {@code prepare} took: connections, threads, servers. Not timed. */
  default void close() throws Exception {}
}
