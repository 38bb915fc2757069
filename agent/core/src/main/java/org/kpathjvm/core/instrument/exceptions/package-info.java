/**
 * What exceptions mean for a method: which instructions can throw, which parts a catch-all may
 * cover, which handlers have to cover a probe while monitors are held, where {@code this} is.
 */
package org.kpathjvm.core.instrument.exceptions;
