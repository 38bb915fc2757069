/** Stubs for SPECjvm2008's analyzers. They are never shipped. */
package spec.harness.analyzer;
