package org.kpathjvm.runtime.inline;

/**
 * A counter for each id, in pages. A page is made when one of its ids is first counted. All inline
 * profilers use such pages to count what isn't a path, and some also to count paths. Not
 * thread-safe.
 */
public final class CounterPages implements IdCounts {
  private static final int REFERENCE_BYTES = 4;

  private static final int PAGE_SHIFT = 9;
  static final int PAGE_LENGTH = 1 << PAGE_SHIFT;
  private static final int FIRST_PAGES = 64;

  /** The pages; null for a page in which nothing has been counted yet. */
  long[][] pages = new long[FIRST_PAGES][];

  /** Adds one to an id's counter. */
  public void add(int id) {
    add(id, 1);
  }

  /** Adds to an id's counter. Returns false if there is no memory for the counter's page. */
  boolean add(int id, int count) {
    long[][] directory = pages;
    int index = id >>> PAGE_SHIFT;
    long[] page = index < directory.length ? directory[index] : null;
    if (page == null) {
      page = newPage(index);
      if (page == null) {
        return false;
      }
    }
    page[id & PAGE_LENGTH - 1] += count;
    return true;
  }

  long get(int id) {
    int index = id >>> PAGE_SHIFT;
    return index >= pages.length || pages[index] == null ? 0 : pages[index][id & PAGE_LENGTH - 1];
  }

  private long[] newPage(int index) {
    if (index >= pages.length && !growDirectory(index)) {
      return null;
    }
    long[] page = TableMemory.allocate(PAGE_LENGTH);
    if (page != null) {
      pages[index] = page;
    }
    return page;
  }

  private boolean growDirectory(int index) {
    int length = Math.max(index + 1, 2 * pages.length);
    if (!TableMemory.take((long) REFERENCE_BYTES * (length - pages.length))) {
      return false;
    }
    try {
      long[][] longer = new long[length][];
      System.arraycopy(pages, 0, longer, 0, pages.length);
      pages = longer;
      return true;
    } catch (OutOfMemoryError heapFull) {
      Threads.giveUp();
      return false;
    }
  }

  @Override
  public Tables fresh() {
    return new CounterPages();
  }

  @Override
  public boolean addTo(PathTable sum) {
    for (int index = 0; index < pages.length; index++) {
      long[] page = pages[index];
      for (int at = 0; page != null && at < page.length; at++) {
        if (page[at] != 0 && !sum.add(index * PAGE_LENGTH + at, page[at])) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void addTo(Totals totals) {
    addTo(totals, Totals.ITEMS);
  }

  /** Adds the sum of the counts to a figure, and the pages' size to {@link Totals#BYTES}. */
  void addTo(Totals totals, String figure) {
    long sum = 0;
    long bytes = (long) REFERENCE_BYTES * pages.length;
    for (long[] page : pages) {
      bytes += page == null ? 0 : 8L * page.length;
      for (int at = 0; page != null && at < page.length; at++) {
        sum += page[at];
      }
    }
    totals.add(figure, sum);
    totals.add(Totals.BYTES, bytes);
  }
}
