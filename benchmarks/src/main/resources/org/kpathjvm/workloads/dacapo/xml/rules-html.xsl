<?xml version="1.0" encoding="UTF-8"?>
<!-- A rule set of PMD as a page: contents by priority and by the version that brought a rule, then the rules. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:r="http://pmd.sourceforge.net/ruleset/2.0.0"
                exclude-result-prefixes="r">
  <xsl:output method="html" encoding="UTF-8" indent="yes"/>
  <xsl:strip-space elements="*"/>
  <xsl:preserve-space elements="r:example r:value"/>
  <xsl:key name="by-priority" match="r:rule" use="r:priority"/>
  <xsl:key name="by-version" match="r:rule" use="@since"/>

  <xsl:template match="/r:ruleset">
    <html>
      <head><title><xsl:value-of select="@name"/></title></head>
      <body>
        <h1><xsl:value-of select="@name"/></h1>
        <p><xsl:value-of select="normalize-space(r:description)"/></p>
        <p>
          <xsl:value-of select="count(r:rule)"/> rules, <xsl:value-of select="count(r:rule[@deprecated = 'true'])"/> of them
          deprecated, <xsl:value-of select="count(r:rule[r:properties/r:property[@name = 'xpath']])"/> by XPath, with
          <xsl:value-of select="format-number(sum(r:rule/r:priority) div count(r:rule/r:priority), '0.00')"/> as mean priority
        </p>
        <xsl:for-each select="r:rule[generate-id() = generate-id(key('by-priority', r:priority)[1])]">
          <xsl:sort select="r:priority" data-type="number"/>
          <h2>Priority <xsl:value-of select="r:priority"/></h2>
          <ul>
            <xsl:for-each select="key('by-priority', r:priority)">
              <xsl:sort select="@name"/>
              <li><a href="#{translate(@name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')}"><xsl:value-of select="@name"/></a></li>
            </xsl:for-each>
          </ul>
        </xsl:for-each>
        <table>
          <xsl:for-each select="r:rule[generate-id() = generate-id(key('by-version', @since)[1])]">
            <xsl:sort select="@since"/>
            <tr><td><xsl:value-of select="@since"/></td><td><xsl:value-of select="count(key('by-version', @since))"/></td></tr>
          </xsl:for-each>
        </table>
        <xsl:apply-templates select="r:rule"><xsl:sort select="@name"/></xsl:apply-templates>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="r:rule">
    <h3 id="{translate(@name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')}">
      <xsl:number level="single" count="r:rule"/><xsl:text> </xsl:text><xsl:value-of select="@name"/>
    </h3>
    <p><em><xsl:value-of select="normalize-space(@message)"/></em></p>
    <xsl:if test="@deprecated = 'true'"><p>Deprecated since <xsl:value-of select="preceding-sibling::r:rule[1]/@since"/></p></xsl:if>
    <xsl:call-template name="paragraphs"><xsl:with-param name="text" select="r:description"/></xsl:call-template>
    <xsl:apply-templates select="r:properties[r:property]|r:example"/>
  </xsl:template>

  <xsl:template match="r:properties">
    <table>
      <tr><th>property</th><th>type</th><th>default</th></tr>
      <xsl:for-each select="r:property">
        <xsl:sort select="@name" order="descending"/>
        <tr>
          <td><xsl:value-of select="@name"/></td>
          <td><xsl:choose>
            <xsl:when test="@type"><xsl:value-of select="@type"/></xsl:when>
            <xsl:otherwise>String</xsl:otherwise>
          </xsl:choose></td>
          <td><xsl:call-template name="lines"><xsl:with-param name="text" select="concat(@value, r:value)"/></xsl:call-template></td>
        </tr>
      </xsl:for-each>
    </table>
  </xsl:template>

  <xsl:template match="r:example">
    <ol class="code"><xsl:call-template name="lines"><xsl:with-param name="text" select="."/></xsl:call-template></ol>
  </xsl:template>

  <xsl:template name="paragraphs">
    <xsl:param name="text"/>
    <xsl:variable name="first" select="substring-before(concat($text, '&#10;&#10;'), '&#10;&#10;')"/>
    <xsl:if test="normalize-space($first)"><p><xsl:call-template name="words">
      <xsl:with-param name="text" select="normalize-space($first)"/>
    </xsl:call-template></p></xsl:if>
    <xsl:if test="contains($text, '&#10;&#10;')">
      <xsl:call-template name="paragraphs"><xsl:with-param name="text" select="substring-after($text, '&#10;&#10;')"/></xsl:call-template>
    </xsl:if>
  </xsl:template>

  <!-- Words between backquotes are code. -->
  <xsl:template name="words">
    <xsl:param name="text"/>
    <xsl:choose>
      <xsl:when test="contains(substring-after($text, '`'), '`')">
        <xsl:value-of select="substring-before($text, '`')"/>
        <code><xsl:value-of select="substring-before(substring-after($text, '`'), '`')"/></code>
        <xsl:call-template name="words">
          <xsl:with-param name="text" select="substring-after(substring-after($text, '`'), '`')"/>
        </xsl:call-template>
      </xsl:when>
      <xsl:otherwise><xsl:value-of select="$text"/></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template name="lines">
    <xsl:param name="text"/>
    <xsl:variable name="line" select="substring-before(concat($text, '&#10;'), '&#10;')"/>
    <xsl:if test="normalize-space($line)">
      <li class="{string-length($line) - string-length(translate($line, '{};', ''))}"><xsl:value-of select="$line"/></li>
    </xsl:if>
    <xsl:if test="contains($text, '&#10;')">
      <xsl:call-template name="lines"><xsl:with-param name="text" select="substring-after($text, '&#10;')"/></xsl:call-template>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
