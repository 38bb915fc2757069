/**
 * The part of DaCapo 9.12 and 23.11 that a callback sees. It has signatures alone and is never
 * shipped.
 */
package org.dacapo.harness;
