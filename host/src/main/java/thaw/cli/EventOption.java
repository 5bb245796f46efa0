package thaw.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.function.Application;
import thaw.problem.UserMistake;

/** With which event a function is invoked. */
final class EventOption {
  private static final JsonFactory JSON = new JsonFactory();

  /** 6 MiB: "Request must be smaller than 6291456 bytes for the InvokeFunction operation". */
  private static final int REQUEST_LIMIT_BYTES = 6_291_456;

  @Option(
      names = "--event",
      paramLabel = "FILE|JSON",
      description =
          "Event of the first invocation: a file, or JSON text."
              + " Default: events/event.json of the folder, else {}.")
  private @Nullable String event;

  byte[] of(Application application) {
    if (event == null) {
      Path conventional = application.root().resolve("events/event.json");
      return Files.exists(conventional)
          ? bytes(conventional)
          : "{}".getBytes(StandardCharsets.UTF_8);
    }
    return read(event, "--event");
  }

  /** As text, when one was given: in {@code thaw load} it may have places for values. */
  Optional<String> given() {
    return Optional.ofNullable(event)
        .map(text -> new String(read(text, "--event"), StandardCharsets.UTF_8));
  }

  /**
   * @param given a file's name, or JSON text
   * @param option with which it was given
   */
  static byte[] read(String given, String option) {
    String text = given.strip();
    boolean literal =
        text.startsWith("{")
            || text.startsWith("[")
            || text.startsWith("\"")
            || text.equals("null");
    return literal
        ? json(text.getBytes(StandardCharsets.UTF_8), "the text given with " + option)
        : bytes(Path.of(given));
  }

  private static byte[] bytes(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserMistake(
          "cannot read the event " + file,
          "name an existing file, or give JSON text such as '{\"key\":\"value\"}'");
    }
    return json(bytes, file.toString());
  }

  /** Lambda refuses what is no JSON (InvalidRequestContentException); no function ever sees it. */
  private static byte[] json(byte[] event, String origin) {
    try (JsonParser parser = JSON.createParser(event)) {
      int values = 0;
      while (parser.nextToken() != null) {
        parser.skipChildren();
        values++;
      }
      if (values == 0) {
        throw new UserMistake("the event is empty: " + origin, "give one JSON value, such as {}");
      }
      if (event.length > REQUEST_LIMIT_BYTES) {
        throw new UserMistake(
            "the event has "
                + event.length
                + " bytes, Lambda takes at most "
                + REQUEST_LIMIT_BYTES
                + ": "
                + origin,
            "give a smaller event");
      }
      if (values > 1) {
        throw new UserMistake(
            "the event is " + values + " JSON values, one after the other: " + origin,
            "give one JSON value");
      }
      return event;
    } catch (JsonProcessingException e) {
      throw new UserMistake(
          "the event is not JSON: %s, line %d column %d: %s"
              .formatted(
                  origin,
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr(),
                  e.getOriginalMessage().lines().findFirst().orElse("")),
          "mend it there: Lambda refuses an event that is not JSON");
    } catch (IOException e) {
      throw new UncheckedIOException("could not parse " + origin, e);
    }
  }
}
