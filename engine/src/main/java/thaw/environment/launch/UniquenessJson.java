package thaw.environment.launch;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.heap.SharedState;
import thaw.heap.UniquenessReport;
import thaw.json.Json;

/** The report on what clones have alike, as a file beside the snapshot. */
public final class UniquenessJson {
  private static final ObjectMapper JSON =
      Json.tolerant(SharedState.Kind.class)
          .addMixIn(UniquenessReport.class, OfReport.class)
          .addMixIn(SharedState.class, OfFinding.class)
          .build();

  private static final String FILE = "uniqueness.json";

  private UniquenessJson() {}

  private interface OfReport {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<String> notCompared();
  }

  private interface OfFinding {
    @JsonProperty("class")
    String className();

    @JsonProperty("static")
    boolean isStatic();

    @JsonProperty
    String text();

    @JsonProperty
    String remedy();
  }

  public static void write(Path folder, UniquenessReport report) throws IOException {
    Files.write(
        folder.resolve(FILE), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(report));
  }

  /** Reads a report. A file that is missing, or cannot be read, is no report. */
  static UniquenessReport read(Path folder) {
    try {
      return JSON.readValue(Files.readAllBytes(folder.resolve(FILE)), UniquenessReport.class);
    } catch (IOException e) {
      return UniquenessReport.notCompared("there is no report with the snapshot");
    }
  }
}
