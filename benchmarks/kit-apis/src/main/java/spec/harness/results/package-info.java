/** The results of SPECjvm2008. The package consists of signatures only and is never shipped. */
package spec.harness.results;
