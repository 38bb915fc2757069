/** Stubs for the part of SPECjvm2008 that an analyzer sees. They are never shipped. */
package spec.harness;
