package thaw.presentation.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import thaw.problem.UserMistake;

/**
 * A JSON document that a command wrote earlier, and that another one needs: what can be wrong with
 * it is a user's mistake.
 *
 * @param purpose such as "compare with"
 * @param name as the command calls it
 * @param command that writes such documents
 * @param orElse what helps as well, after a comma; may be empty
 */
public record EarlierResult(Path file, String purpose, String name, String command, String orElse) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** One that is to be compared with. */
  public static EarlierResult toCompare(Path file, String name, String command, String orElse) {
    return new EarlierResult(file, "compare with", name, command, orElse);
  }

  public JsonNode read() {
    if (!Files.isRegularFile(file)) {
      String state = Files.isDirectory(file) ? "is a folder" : "does not exist";
      throw new UserMistake(
          "the file to %s %s: %s".formatted(purpose, state, file),
          "name the %s that an earlier `%s` wrote".formatted(name, command));
    }
    try {
      return MAPPER.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      throw mistake("it is not JSON, " + at(e));
    } catch (IOException e) {
      throw new UserMistake(
          "could not read " + file + ": " + e.getMessage(), "check the file's permissions");
    }
  }

  /**
   * The document as a value.
   *
   * @param mapper knows its form
   */
  public <T> T bound(ObjectMapper mapper, JsonNode root, Class<T> type) {
    try {
      return mapper.treeToValue(root, type);
    } catch (InvalidFormatException e) {
      throw mistake("this version does not know '%s' in %s".formatted(e.getValue(), path(e)));
    } catch (JsonMappingException e) {
      Throwable cause = e.getCause();
      throw mistake(path(e) + ": " + (cause == null ? e.getOriginalMessage() : cause.getMessage()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that is no JSON", e);
    }
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      path.append(
          step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
    }
    return path.isEmpty() ? "the whole" : path.substring(1);
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null ? "as a whole" : "in line " + e.getLocation().getLineNr();
  }

  /**
   * @param fact about the document
   */
  public UserMistake mistake(String fact) {
    return new UserMistake(
        "must be a %s of `%s`: %s: %s".formatted(name, command, file, fact),
        "name the %s that an earlier `%s` of this version of Thaw wrote%s"
            .formatted(name, command, orElse));
  }
}
