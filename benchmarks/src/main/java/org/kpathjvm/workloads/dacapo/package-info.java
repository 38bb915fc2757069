/**
 * Stand-ins for benchmarks of DaCapo. Those here and in the packages below run the libraries that
 * DaCapo's programs run; only the programs of {@code avrora}, {@code bloat} and {@code sunflow} are
 * our own.
 */
package org.kpathjvm.workloads.dacapo;
