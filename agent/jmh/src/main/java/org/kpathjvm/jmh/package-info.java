/** JMH's profiler: each fork is run by kpath-jvm, and the results have its report. */
package org.kpathjvm.jmh;
