/**
 * Stand-ins for programs of the Java Grande benchmarks. Each class that is a {@link
 * org.kpathjvm.workloads.Benchmark} computes what the original of that name computes; the code is
 * our own. Larger stand-ins are in the packages below.
 */
package org.kpathjvm.workloads.grande;
