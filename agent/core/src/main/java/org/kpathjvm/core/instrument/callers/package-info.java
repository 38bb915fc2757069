/**
 * Who calls a method: the scheme, its plan, and the places in a method from which other code is
 * run.
 *
 * <p>Each thread has a <em>current site</em>: the call that its topmost recorded activation is
 * executing. A method sets it before each of its calls, and a method that is entered counts itself
 * under the site that it finds. So the caller of an activation is the nearest activation below it
 * that is recorded. Code that isn't recorded, such as the JDK's, is passed over.
 */
package org.kpathjvm.core.instrument.callers;
