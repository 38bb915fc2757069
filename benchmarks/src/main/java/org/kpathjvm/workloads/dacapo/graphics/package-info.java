/**
 * Stand-ins for DaCapo's batik and chart, which draw pictures with Batik and JFreeChart. The
 * digests of the pictures are the same on all JDKs.
 */
package org.kpathjvm.workloads.dacapo.graphics;
