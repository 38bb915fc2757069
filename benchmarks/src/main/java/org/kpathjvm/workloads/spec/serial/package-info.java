/**
 * Stand-in for SPECjvm2008's serial: Java's serialization writes a graph of objects and reads it
 * back.
 */
package org.kpathjvm.workloads.spec.serial;
