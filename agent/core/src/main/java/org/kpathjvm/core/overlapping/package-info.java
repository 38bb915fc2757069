/**
 * Overlapping paths (Tallam, Zhang and Gupta): how a path that is complete is extended, up to its
 * (k+1)-th predicate, and how extensions are numbered. Knows graphs, not bytecode.
 */
package org.kpathjvm.core.overlapping;
