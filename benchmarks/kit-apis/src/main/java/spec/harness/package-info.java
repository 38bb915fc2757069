/** SPECjvm2008, as far as an analyzer sees it: signatures alone, never shipped. */
package spec.harness;
