/**
 * Stand-in for DaCapo's h2: terminals run the transactions of TPC-C on an in-memory H2 database.
 * The database's tables have fewer rows and columns than TPC-C's.
 */
package org.kpathjvm.workloads.dacapo.h2;
