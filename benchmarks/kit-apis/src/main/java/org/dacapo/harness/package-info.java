/**
 * The part of DaCapo 9.12 and 23.11 that a callback sees. It consists of signatures only and is
 * never shipped.
 */
package org.dacapo.harness;
