import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;

/** Prints two geometries of a segment for each given size: without rows for threads, and with. */
public final class Geometries {
  public static void main(String[] sizes) {
    for (String size : sizes) {
      for (int rows : new int[] {0, 1024}) {
        SegmentGeometry geometry = SegmentGeometry.fitting(Long.parseLong(size), rows);
        StringBuilder line = new StringBuilder();
        line.append(geometry.slotCount).append(' ').append(geometry.blockCount);
        line.append(' ').append(geometry.threadRows);
        for (Region region : Region.values()) {
          line.append(' ').append(region).append('=').append(geometry.offset(region));
        }
        System.out.println(line.append(' ').append(geometry.totalBytes));
      }
    }
  }
}
