/**
 * Stand-in for Java Grande's euler: transonic flow through a channel, computed from the Euler
 * equations with finite volumes (Jameson, Schmidt and Turkel, AIAA paper 81-1259). {@code
 * ChannelFlow} marches in time, {@code ConvectiveFlux} and {@code JamesonDissipation} compute the
 * rates of change, and {@code ChannelBoundary} fills the ghost cells.
 */
package org.kpathjvm.workloads.grande.euler;
