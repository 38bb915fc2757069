/** DaCapo 2006-10-MR2, as far as a callback sees it: signatures alone, never shipped. */
package dacapo;
