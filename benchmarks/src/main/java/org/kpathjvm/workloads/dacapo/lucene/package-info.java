/** Stand-ins for DaCapo's luindex and lusearch: Lucene indexes Java sources, and searches them. */
package org.kpathjvm.workloads.dacapo.lucene;
