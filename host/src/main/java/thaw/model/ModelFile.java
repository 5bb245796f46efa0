package thaw.model;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import thaw.json.Json;

/**
 * The pairs that Thaw brings, as {@code benchmarks/run PublishedFit} has written them.
 *
 * @param machine that took the time here
 * @param measured the day, as {@code 2026-11-24}
 * @param starts of each function and size
 * @param remarks what makes the figures less sure
 */
public record ModelFile(
    String machine, String measured, int starts, List<String> remarks, List<ModelPair> pairs) {
  private static final String FILE = "/thaw/model/lambda-model.json";
  private static final JsonMapper MAPPER = Json.tolerant(ModelPair.class).build();

  public ModelFile {
    remarks = List.copyOf(remarks);
    pairs = List.copyOf(pairs);
  }

  /** How many pairs the lines go through. */
  public int fitted() {
    return (int) pairs.stream().filter(ModelPair::fitted).count();
  }

  public static ModelFile read() {
    return ModelResource.read(FILE, MAPPER, ModelFile.class);
  }
}
