/** Stand-ins for DaCapo's fop and xalan, which turn XML documents into PDF and HTML. */
package org.kpathjvm.workloads.dacapo.xml;
