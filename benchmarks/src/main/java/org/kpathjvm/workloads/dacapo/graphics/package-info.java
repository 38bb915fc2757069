/**
 * Stand-ins for DaCapo's batik and chart, which draw pictures with Batik and JFreeChart. Results
 * are digested in such a way that they are the same on all JDKs.
 */
package org.kpathjvm.workloads.dacapo.graphics;
