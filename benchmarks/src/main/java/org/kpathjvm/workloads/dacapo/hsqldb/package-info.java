/**
 * Stand-in for DaCapo's hsqldb: clients run the transactions of TPC-B on an in-memory database of
 * HSQLDB.
 */
package org.kpathjvm.workloads.dacapo.hsqldb;
