/**
 * The analyzer by which SPECjvm2008's official harness reports its iterations to us. It is in the
 * harness's package because the harness looks for analyzers nowhere else.
 */
package spec.harness.analyzer;
