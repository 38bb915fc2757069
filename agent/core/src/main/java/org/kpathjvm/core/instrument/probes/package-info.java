/**
 * What all schemes share: a scheme makes a plan of a method, and the plan is asked what is executed
 * where. Here are also the probes and where they stand: on edges, at entries and exits, at
 * handlers, in the catch-all; with the locals, stack map frames and constants that they need.
 */
package org.kpathjvm.core.instrument.probes;
