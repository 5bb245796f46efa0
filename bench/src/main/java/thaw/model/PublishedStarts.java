package thaw.model;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Objects;
import thaw.json.Json;

/**
 * Cold starts on AWS Lambda that others have published, of functions that this repository has, too,
 * or that are public and can be built ({@code docs/measured/published-functions.md}).
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
   * @param statistic what was published of the starts; of a single start it says nothing
   * @param derived whether it is the sum of the figures of init and first invocation, where these
   *     were published apart
   */
  public record Cell(
      String source,
      String project,
      String function,
      String runtime,
      int jdk,
      int memoryMiB,
      ModelPhase phase,
      Statistic statistic,
      boolean derived,
      double lambdaMillis) {
    public Cell {
      statistic = Objects.requireNonNullElse(statistic, Statistic.MEDIAN);
    }

    /** Returns whether that pair is of this figure. */
    public boolean isOf(ModelPair pair) {
      return source.equals(pair.source())
          && project.equals(pair.project())
          && function.equals(pair.function())
          && runtime.equals(pair.runtime())
          && jdk == pair.jdk()
          && memoryMiB == pair.memoryMiB()
          && phase == pair.phase()
          && lambdaMillis == pair.lambdaMillis();
    }

    /** Returns whether that one is of the same function in another phase. */
    public boolean isBeside(Cell other) {
      return source.equals(other.source)
          && project.equals(other.project)
          && function.equals(other.function)
          && runtime.equals(other.runtime)
          && jdk == other.jdk
          && memoryMiB == other.memoryMiB
          && phase != other.phase;
    }
  }

  /** A figure with what was measured here, by the same statistic. */
  public ModelPair pair(Cell cell, double localMillis) {
    return pair(cell, cell.statistic(), localMillis);
  }

  /**
   * @param statistic that was taken here
   */
  ModelPair pair(Cell cell, Statistic statistic, double localMillis) {
    return new ModelPair(
        cell.source(),
        cell.project(),
        cell.function(),
        cell.runtime(),
        cell.jdk(),
        cell.memoryMiB(),
        cell.phase(),
        statistic,
        cell.derived(),
        localMillis,
        cell.lambdaMillis(),
        !cell.derived()
            && sources.stream().anyMatch(each -> each.fitted() && each.id().equals(cell.source())));
  }

  public static PublishedStarts read() {
    return ModelResource.read(FILE, MAPPER, PublishedStarts.class);
  }
}
