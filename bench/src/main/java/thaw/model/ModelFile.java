package thaw.model;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import thaw.json.Json;

/**
 * The pairs that Thaw brings, as {@code benchmarks/run PublishedFit} has written them.
 *
 * @param projects when and where the functions of each were measured
 */
public record ModelFile(List<MeasuredProject> projects, List<ModelPair> pairs) {
  private static final String FILE = "/thaw/model/lambda-model.json";
  private static final JsonMapper MAPPER =
      Json.tolerant(MeasuredProject.class, ModelPair.class).build();

  public ModelFile {
    projects = List.copyOf(projects);
    pairs = List.copyOf(pairs);
  }

  /**
   * Functions that were measured together.
   *
   * @param project as pairs name it
   * @param machine that took the time here
   * @param measured the day, as {@code 2026-11-24}
   * @param starts of each function and size
   * @param remarks what makes the figures less sure
   */
  public record MeasuredProject(
      String project, String machine, String measured, int starts, List<String> remarks) {
    public MeasuredProject {
      remarks = List.copyOf(remarks);
    }
  }

  /** Counts the pairs that the lines go through. */
  public int fitted() {
    return (int) pairs.stream().filter(ModelPair::fitted).count();
  }

  Optional<MeasuredProject> project(String name) {
    return projects.stream().filter(each -> each.project().equals(name)).findFirst();
  }

  /** Those that lines go through; several make the lines less sure. */
  public List<String> machines() {
    return pairs.stream()
        .filter(ModelPair::fitted)
        .flatMap(each -> project(each.project()).stream())
        .map(MeasuredProject::machine)
        .distinct()
        .toList();
  }

  /** The last day. */
  public String measured() {
    return projects.stream().map(MeasuredProject::measured).max(String::compareTo).orElse("");
  }

  public static ModelFile read() {
    return ModelResource.read(FILE, MAPPER, ModelFile.class);
  }
}
