/** What k-iteration profiling has in the target. */
package org.kpathjvm.runtime.iterations;
