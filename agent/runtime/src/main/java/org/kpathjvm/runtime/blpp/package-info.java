/** Ball and Larus's profiler as they built it: arrays of counters, and a hash table. */
package org.kpathjvm.runtime.blpp;
