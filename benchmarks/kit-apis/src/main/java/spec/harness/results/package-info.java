/** The results of SPECjvm2008. The package has signatures alone and is never shipped. */
package spec.harness.results;
