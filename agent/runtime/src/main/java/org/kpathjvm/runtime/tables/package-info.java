/**
 * Contains {@link org.kpathjvm.runtime.tables.IdTable}, a hash table that maps path ids to longs.
 * It is the table R of the k-BLPP paper (Fig. 6). BLPP counts paths in such a table, too. Both the
 * engine and the code inside the target use this class.
 */
package org.kpathjvm.runtime.tables;
