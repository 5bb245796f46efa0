package thaw.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.function.Application;
import thaw.load.BodyTemplate;
import thaw.load.Values;
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

  boolean isGiven() {
    return event != null;
  }

  byte[] of(Application application) {
    if (event == null) {
      Path conventional = application.root().resolve("events/event.json");
      return Files.exists(conventional) ? bytes(conventional) : utf8("{}");
    }
    return read(event, "--event");
  }

  /**
   * As text with places for values, which are JSON only when they are filled.
   *
   * @param otherwise when no event was given
   */
  BodyTemplate template(Values values, Supplier<byte[]> otherwise) {
    byte[] bytes =
        event == null ? otherwise.get() : isLiteral(event) ? utf8(event) : content(Path.of(event));
    BodyTemplate template = new BodyTemplate(new String(bytes, StandardCharsets.UTF_8), values);
    json(template.of(0), "the event of the first request");
    return template;
  }

  /**
   * @param given a file's name, or JSON text
   * @param option with which it was given
   */
  static byte[] read(String given, String option) {
    return isLiteral(given)
        ? json(utf8(given.strip()), "the text given with " + option)
        : bytes(Path.of(given));
  }

  private static boolean isLiteral(String given) {
    String text = given.strip();
    return text.startsWith("{")
        || text.startsWith("[")
        || text.startsWith("\"")
        || text.equals("null");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Path file) {
    return json(content(file), file.toString());
  }

  private static byte[] content(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserMistake(
          "cannot read the event " + file,
          "name an existing file, or give JSON text such as '{\"key\":\"value\"}'");
    }
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
