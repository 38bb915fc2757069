/**
 * The part of SPECjvm2008 that an analyzer sees. It consists of signatures only and is never
 * shipped.
 */
package spec.harness;
