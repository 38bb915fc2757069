/**
 * The framework that runs stand-ins. Stand-ins are our own programs, which take the place of
 * benchmarks that can't be shipped (docs/workloads.md).
 *
 * <p>A stand-in is a {@link org.kpathjvm.workloads.Benchmark}, which {@link
 * org.kpathjvm.workloads.StandIn} runs for some iterations. Each iteration's result goes into a
 * {@link org.kpathjvm.workloads.ResultDigest}, which is compared with the expected digest. Each
 * iteration's times go into the {@link org.kpathjvm.workloads.IterationLog}. {@link
 * org.kpathjvm.workloads.Generator} makes the same random numbers on every JDK.
 *
 * <p>The stand-ins themselves are in {@code dacapo}, {@code grande} and {@code spec}; callbacks for
 * official kits are in {@code kits}. Nothing here depends on the profiler.
 */
package org.kpathjvm.workloads;
