/** A small shop behind embedded Tomcat, and a client that sends requests and checks the answers. */
package server;
