/**
 * Structure graphs of "Structural Path Profiling" (Yasue et al.): a method as a hierarchy of its
 * loops, each level with path numbers of its own.
 */
package org.kpathjvm.core.structural;
