/**
 * Stand-ins for programs of the Java Grande benchmarks. Each class that is a {@link
 * org.kpathjvm.workloads.Benchmark} computes what the original of the same name computes; the code
 * is our own. Larger stand-ins have packages of their own below this one.
 */
package org.kpathjvm.workloads.grande;
