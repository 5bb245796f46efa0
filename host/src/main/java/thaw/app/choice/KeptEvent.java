package thaw.app.choice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;

/**
 * An event that a project has where Thaw writes none: beside the template, among the resources of
 * its tests. Its file's name says whose it is, and it has the shape of what sends events to the
 * function.
 *
 * @param shape what an event of AWS is known by, or else its type in JSON; empty where it is none
 */
record KeptEvent(Path file, String text, String shape) {
  /** The shape of an object that does not say what has sent it. */
  private static final String PLAIN = "OBJECT";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MOST_BYTES = 256 * 1024;

  /** Whatever the name is of a file in the function's own folder. */
  private static final int MOST_FITTING = 100;

  /** Folders of events: each file of JSON in them is one. */
  private static final List<String> OF_EVENTS =
      List.of(
          "events",
          "event",
          "test-events",
          "src/test/events",
          "src/test/resources/events",
          "src/test/resources/event");

  private static final String OF_TESTS = "src/test/resources";

  /** Folders of other files, too. */
  private static final List<String> OF_ALL = List.of("", OF_TESTS);

  private static final Set<String> WORDS =
      Set.of("event", "events", "request", "input", "payload", "sample", "test", "json", "lambda");

  private static final Set<String> SAYING =
      Set.of("event", "events", "request", "input", "payload");

  /** What is no event, or one at which a function is to fail. */
  private static final Set<String> OTHERS =
      Set.of(
          "response",
          "result",
          "output",
          "expected",
          "invalid",
          "bad",
          "error",
          "wrong",
          "missing",
          "malformed",
          "failure",
          "schema",
          "config",
          "package",
          "responses",
          "empty");

  /** An event at which a function may be meant to fail is one for want of another. */
  private static final Set<String> LAST =
      Set.of(
          "without", "no", "not", "incomplete", "negative", "unknown", "fail", "failing", "null");

  private static final Pattern BORDER = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  /**
   * Returns those that fit a function, the likeliest first; each is read when it is its turn.
   *
   * @param like events as they are implied, one of whose shapes it has; none where any object will
   *     do
   */
  static Stream<KeptEvent> of(
      Application application, FunctionDefinition function, Supplier<Stream<String>> like) {
    if (function.hasUrl() || !application.routesTo(function).isEmpty()) {
      return Stream.empty(); // its requests are chosen by their routes
    }
    Set<String> shapes = like.get().map(KeptEvent::shape).collect(Collectors.toSet());
    return files(application, function)
        .filter(file -> named(file, application, function) >= 0)
        .sorted(
            Comparator.comparing((Path file) -> words(file).stream().anyMatch(LAST::contains))
                .thenComparing(file -> -named(file, application, function))
                .thenComparing(Path::toString))
        .flatMap(file -> read(file).stream())
        .filter(kept ->
            shapes.isEmpty()
                ? !kept.shape().isEmpty() && kept.text().contains("{")
                : shapes.contains(kept.shape()));
  }

  /** The folders in which a project may keep events, besides Thaw's own. */
  static List<Path> folders(Application application, FunctionDefinition function) {
    Path beside = EventFolder.of(application).resolveSibling("");
    return Stream.concat(Stream.of(beside), EventFolder.project(function).stream())
        .flatMap(base -> Stream.concat(OF_EVENTS.stream(), OF_ALL.stream()).map(base::resolve))
        .flatMap(folder ->
            folder.equals(EventFolder.of(application))
                ? Stream.of(EventFolder.own(application, function), folder)
                : Stream.of(folder))
        .distinct()
        .toList();
  }

  private static Stream<Path> files(Application application, FunctionDefinition function) {
    Set<String> others = EventFolder.ofOthers(application, function);
    return folders(application, function).stream()
        .flatMap(folder -> RecordedRequest.files(folder, others).stream());
  }

  /**
   * Returns how many words of a file's name are the function's, of which another function has no
   * more; less than 0 for a file that is not of this function.
   */
  private static int named(Path file, Application application, FunctionDefinition function) {
    List<String> words = words(file);
    if (words.stream().anyMatch(OTHERS::contains)) {
      return -1;
    }
    if (file.startsWith(EventFolder.own(application, function))) {
      return MOST_FITTING;
    }
    List<String> own = words.stream().filter(word -> !WORDS.contains(word)).toList();
    int fits = fits(own, function);
    boolean isOfOther = application.functions().stream().anyMatch(other -> fits(own, other) > fits);
    boolean isEvent =
        words.stream().anyMatch(SAYING::contains)
            || OF_EVENTS.stream().anyMatch(folder -> file.resolveSibling("").endsWith(folder));
    boolean isOfTests = file.resolveSibling("").endsWith(OF_TESTS);
    boolean isAlone = application.functions().size() == 1 || own.isEmpty();
    boolean isOwn = fits > 0 ? isEvent || isOfTests : isEvent && isAlone;
    return isOwn && !isOfOther ? fits : -1;
  }

  private static List<String> words(Path file) {
    return BORDER
        .splitAsStream(String.valueOf(file.getFileName()).replaceFirst("\\.json$", ""))
        .map(word -> word.toLowerCase(Locale.ROOT))
        .toList();
  }

  private static int fits(List<String> words, FunctionDefinition function) {
    Set<String> names =
        Set.copyOf(
            Stream.of(function.logicalId(), function.name(), function.handler())
                .flatMap(BORDER::splitAsStream)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList());
    return (int) words.stream().filter(names::contains).count();
  }

  private static Optional<KeptEvent> read(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        return Optional.empty();
      }
      String text = WholeFile.text(file);
      return Optional.of(new KeptEvent(file, text, shape(text)));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty(); // it may be in another charset
    }
  }

  /**
   * Returns whether what feeds a function sends events of a file's shape; also where the file tells
   * none, or nothing is known of what feeds it.
   *
   * @param implied events that it sends
   */
  static boolean isLike(Path file, Supplier<Stream<String>> implied) {
    return read(file)
        .filter(kept -> !kept.shape().isEmpty() && !kept.shape().equals(PLAIN))
        .map(kept -> {
          Set<String> all = implied.get().map(KeptEvent::shape).collect(Collectors.toSet());
          return all.isEmpty() || all.contains(kept.shape());
        })
        .orElse(true);
  }

  /** Returns what an event of AWS is known by, or else its type in JSON; nothing of no JSON. */
  static String shape(String text) {
    try {
      JsonNode event = JSON.readTree(text);
      JsonNode record = event.path("Records").path(0);
      for (String source : List.of("eventSource", "EventSource")) {
        if (record.path(source).isTextual()) {
          return record.path(source).asText();
        }
      }
      return Stream.of(
              "rawPath", "httpMethod", "awslogs", "detail-type", "triggerSource", "methodArn")
          .filter(event::has)
          .findFirst()
          .orElseGet(() -> event.isMissingNode() ? "" : event.getNodeType().name());
    } catch (JsonProcessingException e) {
      return "";
    }
  }
}
