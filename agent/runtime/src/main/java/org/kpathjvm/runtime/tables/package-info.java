/**
 * Contains {@link org.kpathjvm.runtime.tables.IdTable}, a hash table that maps path ids to longs.
 * The table R of the k-BLPP paper (Fig. 6) is such a table. BLPP counts paths in such a table, too.
 * Both the engine and the code inside the target use this class.
 */
package org.kpathjvm.runtime.tables;
