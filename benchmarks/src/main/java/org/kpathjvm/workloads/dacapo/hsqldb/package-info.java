/**
 * Stand-in for DaCapo's hsqldb: clients run the transactions of TPC-B on an in-memory HSQLDB
 * database.
 */
package org.kpathjvm.workloads.dacapo.hsqldb;
