package thaw.model;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import thaw.json.Json;

/**
 * Cold starts on AWS Lambda that others have published, of functions that this repository has, too.
 *
 * @param sources who has published them, where and when
 * @param cells one figure each
 */
public record PublishedStarts(List<Source> sources, List<Cell> cells) {
  private static final String FILE = "/thaw/model/published-cold-starts.json";
  private static final JsonMapper MAPPER = Json.tolerant(Source.class, Cell.class).build();

  public PublishedStarts {
    sources = List.copyOf(sources);
    cells = List.copyOf(cells);
  }

  /**
   * @param id by which cells name it
   * @param what was measured
   * @param where it is published
   * @param date of the measurement, or of its publication
   * @param fitted whether lines of the model go through its figures
   */
  public record Source(String id, String what, String where, String date, boolean fitted) {}

  /**
   * @param project a folder of {@code functions}, or {@code hello} for a handler that does nothing
   * @param runtime on AWS
   * @param jdk on which it is measured here
   * @param lambdaMillis a median, or the only start; the sum of the medians of both phases where
   *     init and first invocation were published apart
   */
  public record Cell(
      String source,
      String project,
      String function,
      String runtime,
      int jdk,
      int memoryMiB,
      ModelPhase phase,
      double lambdaMillis) {}

  /** A figure with what was measured here. */
  public ModelPair pair(Cell cell, double localMillis) {
    return new ModelPair(
        cell.source(),
        cell.project(),
        cell.function(),
        cell.runtime(),
        cell.jdk(),
        cell.memoryMiB(),
        cell.phase(),
        localMillis,
        cell.lambdaMillis(),
        sources.stream().anyMatch(each -> each.fitted() && each.id().equals(cell.source())));
  }

  public static PublishedStarts read() {
    return ModelResource.read(FILE, MAPPER, PublishedStarts.class);
  }
}
