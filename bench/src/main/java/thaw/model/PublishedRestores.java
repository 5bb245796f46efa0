package thaw.model;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Comparator;
import java.util.List;
import thaw.json.Json;

/**
 * First restores of new versions on AWS Lambda, of a function that does nothing, as others have
 * published them: Lambda reads such a snapshot from storage that is far away, and a function that
 * does something has a larger one.
 *
 * @param what was measured
 * @param where it is published
 * @param from first month
 * @param to last month
 */
public record PublishedRestores(
    String what, String where, String from, String to, List<Cell> cells) {
  private static final String FILE = "/thaw/model/published-restores.json";
  private static final JsonMapper MAPPER = Json.tolerant(Cell.class).build();

  public PublishedRestores {
    cells = List.copyOf(cells);
  }

  /**
   * One runtime and memory size.
   *
   * @param runtime as {@code java17}
   * @param restores how many there were
   * @param firstMillis the first invocation after a restore
   */
  public record Cell(
      String runtime,
      int memoryMiB,
      int restores,
      double p10Millis,
      double p50Millis,
      double p90Millis,
      double firstMillis) {
    /** Returns the time from start to response, as {@link ModelPhase#RESTORED}. */
    public LambdaEstimate total() {
      return new LambdaEstimate(
          p50Millis + firstMillis, p10Millis + firstMillis, p90Millis + firstMillis);
    }

    private int version() {
      return Integer.parseInt(runtime.substring("java".length()));
    }
  }

  /**
   * The cell whose runtime, and whose memory size then, is the nearest.
   *
   * @param javaVersion feature release, such as 17
   */
  public Cell nearest(int javaVersion, int memoryMiB) {
    return cells.stream()
        .min(
            Comparator.<Cell>comparingInt(each -> Math.abs(each.version() - javaVersion))
                .thenComparingDouble(
                    each -> Math.abs(Math.log((double) each.memoryMiB() / memoryMiB))))
        .orElseThrow();
  }

  /** The feature release of the newest runtime. */
  public int newestVersion() {
    return cells.stream().mapToInt(Cell::version).max().orElseThrow();
  }

  /** Returns the median time from start to response, of the cell where that is the least. */
  public double leastMillis() {
    return cells.stream().mapToDouble(each -> each.total().millis()).min().orElseThrow();
  }

  public static PublishedRestores read() {
    return ModelResource.read(FILE, MAPPER, PublishedRestores.class);
  }
}
