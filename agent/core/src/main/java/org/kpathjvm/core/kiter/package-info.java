/**
 * k-iteration paths: "Profiling k-Iteration Paths: A Generalization of the Ball-Larus Profiling
 * Algorithm" (Roy and Srikant, CGO 2009).
 */
package org.kpathjvm.core.kiter;
