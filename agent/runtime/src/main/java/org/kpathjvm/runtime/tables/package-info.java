/**
 * Contains {@link org.kpathjvm.runtime.tables.IdTable}, a hash table that maps path ids to longs.
 * Both the engine and the code inside the target use this class.
 */
package org.kpathjvm.runtime.tables;
