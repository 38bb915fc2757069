/** Stand-ins for DaCapo's fop, which makes PDF from XML documents, and xalan, which makes HTML. */
package org.kpathjvm.workloads.dacapo.xml;
