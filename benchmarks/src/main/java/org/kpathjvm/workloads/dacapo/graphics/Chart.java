package org.kpathjvm.workloads.dacapo.graphics;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.ResultDigest;

/**
 * Stand-in for DaCapo's chart: JFreeChart draws line, area, bar and scatter charts of generated
 * data.
 *
 * <p>Input {@code font}: a jar. Settings: {@code typeface}, the name of a TrueType font file in the
 * jar; {@code charts}, the number of charts; {@code points}, the number of points of each series in
 * line, area and scatter charts.
 */
public final class Chart implements Benchmark {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 600;
  private static final int SERIES = 5;
  private static final int CATEGORIES = 12;

  private StandardChartTheme theme;
  private int charts;
  private int points;
  private List<int[]> pictures;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    charts = inputs.number("charts");
    points = inputs.number("points");
    Font font = font(inputs);
    theme = new StandardChartTheme("fixed");
    theme.setExtraLargeFont(font.deriveFont(Font.PLAIN, 20));
    theme.setLargeFont(font.deriveFont(Font.PLAIN, 14));
    theme.setRegularFont(font.deriveFont(Font.PLAIN, 12));
    theme.setSmallFont(font.deriveFont(Font.PLAIN, 10));
  }

  /** Returns the font from the input, because installed fonts differ between machines. */
  private static Font font(Inputs inputs) throws Exception {
    byte[] font = JarBytes.file(inputs.file("font"), inputs.text("typeface"));
    return Font.createFont(Font.TRUETYPE_FONT, new ByteArrayInputStream(font));
  }

  @Override
  public void beforeIteration() {
    pictures = new ArrayList<>();
  }

  @Override
  public void iterate() {
    for (int i = 0; i < charts; i++) {
      JFreeChart chart = chart(i, new Generator(i));
      theme.apply(chart);
      // With antialiasing, the shades of edges would differ between JDKs.
      chart.setAntiAlias(false);
      pictures.add(draw(chart));
    }
  }

  private JFreeChart chart(int number, Generator generator) {
    String title = "Chart " + number;
    PlotOrientation vertical = PlotOrientation.VERTICAL;
    return switch (number % 4) {
      case 0 ->
          ChartFactory.createXYLineChart(
              title, "time", "value", walks(generator), vertical, true, false, false);
      case 1 ->
          ChartFactory.createXYAreaChart(
              title, "time", "value", walks(generator), vertical, true, false, false);
      case 2 ->
          ChartFactory.createScatterPlot(
              title, "time", "value", walks(generator), vertical, true, false, false);
      default ->
          ChartFactory.createBarChart(
              title, "month", "amount", amounts(generator), vertical, true, false, false);
    };
  }

  private XYSeriesCollection walks(Generator generator) {
    XYSeriesCollection collection = new XYSeriesCollection();
    for (int i = 0; i < SERIES; i++) {
      XYSeries series = new XYSeries("series " + i);
      double value = 0;
      for (int x = 0; x < points; x++) {
        value += generator.unit() - 0.5;
        series.add(x, value);
      }
      collection.addSeries(series);
    }
    return collection;
  }

  private static DefaultCategoryDataset amounts(Generator generator) {
    DefaultCategoryDataset dataset = new DefaultCategoryDataset();
    for (int i = 0; i < SERIES; i++) {
      for (int month = 1; month <= CATEGORIES; month++) {
        dataset.addValue(generator.between(10, 1000), "series " + i, "month " + month);
      }
    }
    return dataset;
  }

  private static int[] draw(JFreeChart chart) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    graphics.dispose();
    return ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
  }

  @Override
  public void digest(ResultDigest result) {
    result.count("charts", pictures.size());
    pictures.forEach(result::add);
  }
}
