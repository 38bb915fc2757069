/** Stand-in for Java Grande's raytracer: a picture of 64 spheres. */
package org.kpathjvm.workloads.grande.raytracer;
