package thaw.explanation;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import thaw.json.Json;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;
import thaw.timeline.Timeline;

/**
 * {@code execution.json}: a durable execution's time line for other programs, and from a running
 * {@code thaw run} to {@code thaw why}. Its members are the components of {@link Timeline}, in
 * milliseconds since the execution's start, and USD. Members may be added, none of these goes away.
 */
public final class ExecutionJson {
  /** An absent text is absent, not empty. */
  private static final ObjectMapper MAPPER =
      Json.written()
          .withConfigOverride(
              String.class, text -> text.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SET)))
          .build();

  /** Each stretch, invocation and operation is on a line of its own. */
  private static final int DEEPEST_ON_ITS_LINE = 2;

  private ExecutionJson() {}

  public static String text(Timeline timeline) {
    return JsonLayout.text(MAPPER, timeline, 1, DEEPEST_ON_ITS_LINE) + "\n";
  }

  public static void write(Timeline timeline, Path file) {
    AtomicFile.write(file, text(timeline));
  }

  /**
   * @throws IllegalArgumentException when it is no time line
   */
  public static Timeline read(JsonNode document) {
    try {
      return MAPPER.treeToValue(document, Timeline.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("is no time line of an execution: " + e, e);
    }
  }
}
