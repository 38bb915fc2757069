/**
 * Stand-in for DaCapo's h2: terminals run the transactions of TPC-C on an in-memory database of H2.
 * It has fewer rows and only the columns that the transactions use.
 */
package org.kpathjvm.workloads.dacapo.h2;
