package org.kpathjvm.workloads.grande.euler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ChannelMeshTest {
  @Test
  void meshFillsTheChannelAboveTheBump() {
    ChannelMesh mesh = ChannelMesh.withBump(64, 0.1);
    assertEquals(256, mesh.columns);
    double area = 0;
    for (double[] column : mesh.areas) {
      for (double cell : column) {
        area += cell;
      }
    }
    // The bump is a segment of a circle, over a chord of length 1.
    double radius = 1.3;
    double half = Math.asin(0.5 / radius);
    double bump = radius * radius * (half - Math.sin(half) * Math.cos(half));
    assertEquals(4 - bump, area, 1e-4);
  }

  @Test
  void facesEncloseEachCell() {
    ChannelMesh mesh = ChannelMesh.withBump(16, 0.1);
    for (int i = 0; i < mesh.columns; i++) {
      for (int j = 0; j < mesh.rows; j++) {
        double x = mesh.streamNormalX[i + 1][j] - mesh.streamNormalX[i][j];
        x += mesh.crossNormalX[i][j + 1] - mesh.crossNormalX[i][j];
        double y = mesh.streamNormalY[i + 1][j] - mesh.streamNormalY[i][j];
        y += mesh.crossNormalY[i][j + 1] - mesh.crossNormalY[i][j];
        assertEquals(0, x, 1e-15);
        assertEquals(0, y, 1e-15);
      }
    }
  }
}
