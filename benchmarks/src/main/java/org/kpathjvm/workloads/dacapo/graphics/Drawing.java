package org.kpathjvm.workloads.dacapo.graphics;

import java.util.Locale;
import org.kpathjvm.workloads.Generator;

/**
 * A generated SVG drawing with paths, gradients, clips, patterns, transformations and styles, but
 * without text.
 */
final class Drawing {
  private static final int SIZE = 400;
  // These are matrices instead of rotations, because JDKs differ in the last bit of a sine, and the
  // difference can move an edge by a pixel.
  private static final String[] MATRICES = {
    "0.75 0.5 -0.5 0.75 0 0", "1 0.25 0 1 0 0", "-0.5 1 1 0.5 0 0", "0.625 -0.75 0.75 0.625 0 0"
  };

  private final Generator generator;
  private final StringBuilder svg = new StringBuilder();

  Drawing(int seed) {
    generator = new Generator(seed);
  }

  String svg(int shapes) {
    add("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'");
    // With antialiasing, the shades of edges would differ between JDKs.
    add(" shape-rendering='crispEdges'");
    add(" width='%d' height='%d' viewBox='0 0 %d %d'>", SIZE, SIZE, SIZE, SIZE);
    add("<style type='text/css'>.thin { stroke-width: 0.7 } g > path { stroke-linejoin: round }");
    add(
        " .dashed { stroke-dasharray: 7 3 2; fill-opacity: 0.5 } rect { fill-rule: evenodd }</style>");
    definitions();
    for (int i = 0; i < shapes; i++) {
      add("<g transform='translate(%d %d) matrix(%s)'>", place(), place(), MATRICES[i % 4]);
      shape(i);
      add("</g>");
    }
    add("</svg>");
    return svg.toString();
  }

  private void definitions() {
    add("<defs>");
    for (int i = 0; i < 4; i++) {
      String kind = i % 2 == 0 ? "linearGradient" : "radialGradient";
      // Gradients don't depend on a shape's bounds, because only some JDKs compute the exact bounds
      // of a curve.
      String place = i % 2 == 0 ? "x1='-50' x2='50'" : "cx='0' cy='0' r='40'";
      add("<%s id='gradient%d' gradientUnits='userSpaceOnUse' %s", kind, i, place);
      add(" spreadMethod='reflect'>");
      for (int stop = 0; stop <= 100; stop += 25) {
        add("<stop offset='%d%%' stop-color='%s' stop-opacity='0.8'/>", stop, colour());
      }
      add("</%s>", kind);
    }
    add(
        "<clipPath id='clip'><circle r='45'/><rect x='-20' y='-60' width='40' height='120'/></clipPath>");
    add("<pattern id='pattern' width='12' height='12' patternUnits='userSpaceOnUse'>");
    add(
        "<rect width='12' height='12' fill='%s'/><circle cx='6' cy='6' r='4' fill='%s'/>",
        colour(), colour());
    add("</pattern><symbol id='star' viewBox='-50 -50 100 100' overflow='visible'>");
    add("<polygon points='0,-45 13,-14 45,-14 19,7 28,40 0,20 -28,40 -19,7 -45,-14 -13,-14'/>");
    add("</symbol></defs>");
  }

  private void shape(int number) {
    String style = "class='%s' stroke='%s' fill='%s'";
    String fill = number % 3 == 0 ? "url(#gradient" + generator.below(4) + ")" : colour();
    String how = String.format(style, number % 2 == 0 ? "thin" : "dashed", colour(), fill);
    switch (number % 6) {
      case 0 -> add("<path %s d='%s'/>", how, path());
      case 1 -> add("<ellipse %s rx='%d' ry='%d'/>", how, length(), length());
      case 2 -> add("<g clip-path='url(#clip)'><path %s d='%s'/></g>", how, path());
      case 3 ->
          add(
              "<rect x='-30' y='-30' rx='9' width='%d' height='%d' fill='url(#pattern)'/>",
              length(), length());
      case 4 ->
          add(
              "<use xlink:href='#star' width='%d' height='%d' fill='%s'/>",
              length(), length(), colour());
      default -> add("<polyline %s points='%s'/>", how, points());
    }
  }

  private String path() {
    StringBuilder path = new StringBuilder("M0 0");
    for (int i = 0; i < 6; i++) {
      path.append(
          switch (generator.below(3)) {
            case 0 -> format("l%d %d", offset(), offset());
            case 1 ->
                format(
                    "c%d %d %d %d %d %d",
                    offset(), offset(), offset(), offset(), offset(), offset());
            default -> format("q%d %d %d %d", offset(), offset(), offset(), offset());
          });
    }
    return path.append("z").toString();
  }

  private String points() {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      points.append(format("%d,%d ", offset(), offset()));
    }
    return points.toString();
  }

  private int place() {
    return generator.below(SIZE);
  }

  private int offset() {
    return generator.between(-50, 50);
  }

  private int length() {
    return generator.between(10, 70);
  }

  private String colour() {
    return format("#%06x", generator.below(1 << 24));
  }

  private void add(String text, Object... values) {
    svg.append(values.length == 0 ? text : format(text, values)).append('\n');
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }
}
