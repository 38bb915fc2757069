/**
 * Stand-in for DaCapo's tomcat: an embedded Tomcat serves a shop to clients in the same process.
 */
package org.kpathjvm.workloads.dacapo.tomcat;
