/** The part of SPECjvm2008 that an analyzer sees. It has signatures alone and is never shipped. */
package spec.harness;
