/** Stubs for SPECjvm2008's results. They are never shipped. */
package spec.harness.results;
