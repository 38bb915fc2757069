/** Stand-in for SPECjvm2008's mpegaudio: JLayer decodes music that {@code Melody} makes up. */
package org.kpathjvm.workloads.spec.mpegaudio;
