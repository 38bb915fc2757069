/**
 * Stand-in for SPECjvm2008's compress: {@code LzwCompressor} and {@code LzwDecompressor} compress
 * and restore files by the algorithm of Lempel, Ziv and Welch.
 */
package org.kpathjvm.workloads.spec.compress;
