/**
 * Which edges of a method have counters, so that the counts of the others follow: the edges out of
 * branches, or the chords of a spanning tree.
 */
package org.kpathjvm.core.edges;
