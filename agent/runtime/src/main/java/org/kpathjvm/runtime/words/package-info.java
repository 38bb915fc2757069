/** Words of packed paths behind the paths that they follow: what they are counted in. */
package org.kpathjvm.runtime.words;
