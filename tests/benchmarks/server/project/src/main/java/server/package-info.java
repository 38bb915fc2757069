/** A small shop behind embedded Tomcat, and an open-loop load with answers that are checked. */
package server;
