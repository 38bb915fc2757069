/** The probes and tables that count how often each method is entered from each call. */
package org.kpathjvm.runtime.callers;
