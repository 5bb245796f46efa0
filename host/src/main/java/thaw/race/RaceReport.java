package thaw.race;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import thaw.json.Json;

/**
 * What was found in a function's JVM.
 *
 * @param unlike concurrent responses that no serial request had; the first of them are in {@code
 *     responses}
 */
public record RaceReport(List<Race> races, List<UnlikeResponse> responses, int unlike) {
  private static final ObjectMapper MAPPER = Json.tolerant().build();

  /**
   * Two accesses of one place that nothing orders.
   *
   * @param subject class and field, with {@code #} between them
   * @param type of the object whose state it is, {@code array}, or empty for the field itself
   */
  public record Race(String subject, String type, Access first, Access second) {
    public String className() {
      return subject.substring(0, subject.indexOf('#'));
    }

    public String field() {
      return subject.substring(subject.indexOf('#') + 1);
    }

    /** The place to mend: where it is written. */
    public Access place() {
      return first.writes() && !second.writes() ? first : second;
    }
  }

  /**
   * One of two accesses.
   *
   * @param stack innermost frame first
   */
  public record Access(int thread, boolean writes, List<Frame> stack) {}

  /**
   * A frame of a stack.
   *
   * @param line 0 where it is not known
   */
  public record Frame(String className, String method, String file, int line) {
    public String text() {
      return className
          + "."
          + method
          + (file.isEmpty() ? "" : "(" + file + (line > 0 ? ":" + line : "") + ")");
    }
  }

  /** A response that one request after the other never had. */
  public record UnlikeResponse(int event, String serial, String concurrent) {}

  public boolean isClean() {
    return races.isEmpty() && unlike == 0;
  }

  public static RaceReport read(byte[] json) {
    try {
      return MAPPER.readValue(
          new String(json, java.nio.charset.StandardCharsets.UTF_8), RaceReport.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the racing handler's response is no report", e);
    }
  }
}
