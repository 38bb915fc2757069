/** The analyzers of SPECjvm2008: signatures alone, never shipped. */
package spec.harness.analyzer;
