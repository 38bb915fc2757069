<?xml version="1.0" encoding="UTF-8"?>
<!-- A rule set of PMD as a book of formatting objects: contents with page numbers, then the rules. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:fo="http://www.w3.org/1999/XSL/Format"
                xmlns:r="http://pmd.sourceforge.net/ruleset/2.0.0" exclude-result-prefixes="r">
  <xsl:output method="xml" encoding="UTF-8" indent="no"/>

  <xsl:template match="/r:ruleset">
    <fo:root font-family="Times" font-size="10pt">
      <fo:layout-master-set>
        <fo:simple-page-master master-name="page" page-width="210mm" page-height="297mm" margin="20mm">
          <fo:region-body margin-top="12mm" margin-bottom="12mm"/>
          <fo:region-before extent="8mm"/>
          <fo:region-after extent="8mm"/>
        </fo:simple-page-master>
      </fo:layout-master-set>
      <fo:page-sequence master-reference="page">
        <fo:static-content flow-name="xsl-region-before">
          <fo:block border-bottom="0.5pt solid black" text-align="end"><xsl:value-of select="@name"/></fo:block>
        </fo:static-content>
        <fo:static-content flow-name="xsl-region-after"><fo:block text-align="center"><fo:page-number/></fo:block></fo:static-content>
        <fo:flow flow-name="xsl-region-body">
          <fo:block font-family="Helvetica" font-size="20pt" space-after="8pt"><xsl:value-of select="@name"/></fo:block>
          <fo:block text-align="justify" space-after="12pt"><xsl:value-of select="normalize-space(r:description)"/></fo:block>
          <xsl:for-each select="r:rule">
            <fo:block text-align-last="justify">
              <fo:basic-link internal-destination="{@name}"><xsl:value-of select="@name"/></fo:basic-link>
              <fo:leader leader-pattern="dots"/>
              <fo:page-number-citation ref-id="{@name}"/>
            </fo:block>
          </xsl:for-each>
          <xsl:apply-templates select="r:rule"/>
        </fo:flow>
      </fo:page-sequence>
    </fo:root>
  </xsl:template>

  <xsl:template match="r:rule">
    <fo:block id="{@name}" font-family="Helvetica" font-weight="bold" font-size="13pt" space-before="14pt" keep-with-next="always">
      <xsl:value-of select="@name"/>
    </fo:block>
    <fo:block font-style="italic" space-after="4pt" keep-with-next="always"><xsl:value-of select="normalize-space(@message)"/></fo:block>
    <fo:block text-align="justify" hyphenate="false" space-after="4pt"><xsl:value-of select="normalize-space(r:description)"/></fo:block>
    <xsl:if test="r:properties/r:property">
      <fo:table table-layout="fixed" width="100%" border="0.5pt solid gray" space-after="6pt">
        <fo:table-column column-width="35%"/>
        <fo:table-column column-width="65%"/>
        <fo:table-body>
          <xsl:for-each select="r:properties/r:property">
            <fo:table-row>
              <fo:table-cell padding="2pt" border="0.5pt solid gray"><fo:block><xsl:value-of select="@name"/></fo:block></fo:table-cell>
              <fo:table-cell padding="2pt" border="0.5pt solid gray">
                <fo:block font-family="Courier" font-size="8pt"><xsl:value-of select="normalize-space(concat(@value, r:value))"/></fo:block>
              </fo:table-cell>
            </fo:table-row>
          </xsl:for-each>
        </fo:table-body>
      </fo:table>
    </xsl:if>
    <xsl:for-each select="r:example">
      <fo:block font-family="Courier" font-size="8pt" background-color="#eeeeee" padding="3pt" white-space="pre"
                linefeed-treatment="preserve" space-after="6pt"><xsl:value-of select="."/></fo:block>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
