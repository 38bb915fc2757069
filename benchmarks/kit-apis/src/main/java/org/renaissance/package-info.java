/**
 * The part of Renaissance that a plug-in sees. It consists of signatures only and is never shipped.
 */
package org.renaissance;
