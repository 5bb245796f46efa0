package thaw.app.choice;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.files.NamedFile;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.LambdaLimits;
import thaw.function.packaging.CodeSource;
import thaw.json.Json;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.runtimeapi.InvocationOutcome;

/** Chooses the event with which a function is invoked. Reads what was given once. */
public final class EventChoice {
  /**
   * A number in JSON. It is taken for an event, not for a file: a file is unlikely to have such a
   * name, and @ would name it.
   */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

  /** The name of the file with an event for whatever function. */
  private static final String ANY_FUNCTION = "event";

  /** What a failure says that was asked for and is not there: an item, an object, a queue. */
  private static final Pattern NOT_THERE =
      Pattern.compile(
          "(?<!Class|File|Method)NotFound|DoesNotExist|NonExistent|NoSuch(?:Key|Bucket)|Status Code: 404");

  /** What to do about a function that fails at its event. */
  public static final String SERVABLE =
      "give an event that it can serve: --event FILE; samples by kind: thaw generate-event";

  /** How the types of errors begin that are no exceptions of a handler. */
  private static final List<String> OF_PLATFORM = List.of("Runtime.", "Sandbox.", "Extension.");

  /** Errors of code that does not fit together, or does not fit the JDK. */
  private static final Pattern OF_CODE =
      Pattern.compile(
          "java\\.lang\\.(?:IllegalAccess|IncompatibleClassChange|AbstractMethod|NoSuchMethod|NoSuchField"
              + "|NoClassDefFound|UnsatisfiedLink|UnsupportedClassVersion|ClassFormat|Verify|ClassCircularity"
              + "|ExceptionInInitializer|Bootstrap)Error\\b.*",
          Pattern.DOTALL);

  /** What a function gets of which nothing tells an event. */
  private static final String NONE = "{}";

  private static final int MOST_NAMED = 5;

  /** The most events of one function that are tried. */
  private static final int MOST_CANDIDATES = 8;

  private final @Nullable String event;

  /** Whether another job has asked the function with it already. */
  private final boolean asked;

  /** How the name of an event begins that a file of the project has. */
  private static final String OF_FILE = "its event ";

  private byte @Nullable [] given;

  private EventChoice(@Nullable String event, boolean asked) {
    this.event = event;
    this.asked = asked;
  }

  /**
   * An event that a function may get.
   *
   * @param name for people
   * @param remark where it comes from, when nobody has written it
   */
  public record Candidate(byte[] event, String name, Optional<String> remark) {
    /** Returns whether a file of the project has it. */
    public boolean isOfFile() {
      return name.startsWith(OF_FILE);
    }

    /** The same, of which no command has told: a line says which it is. */
    Candidate told(FunctionDefinition function) {
      return new Candidate(event, name, Optional.of(function.shown() + " gets " + name));
    }

    /** The same, at which the function fails: who has not written it is told how to. */
    public Candidate failing() {
      return new Candidate(
          event, name, remark.map(text -> text + "; it fails at that: " + SERVABLE));
    }
  }

  /**
   * @param text JSON, the name of a file, perhaps with @ before it, or - for standard input
   */
  public static EventChoice of(Optional<String> text) {
    return new EventChoice(text.orElse(null), false);
  }

  /** Returns the event that is usual for a function. */
  public static EventChoice usual() {
    return new EventChoice(null, false);
  }

  /** Returns the event with which a job has asked the function, for a further look at it. */
  public static EventChoice asked(byte[] event) {
    return new EventChoice(new String(event, StandardCharsets.UTF_8), true);
  }

  public boolean isAsked() {
    return asked;
  }

  public boolean isGiven() {
    return event != null;
  }

  /** Returns the event that was given; it is empty when none was. */
  public Optional<byte[]> given() {
    check();
    return Optional.ofNullable(given);
  }

  /** Returns the choice as it is written in a command; the text of standard input cannot be. */
  public String named() {
    return event == null || event.equals("-") ? "" : " --event " + Text.quoted(event);
  }

  /** Has a mistake in what was given told before anything is built. */
  public void check() {
    if (event != null && given == null) {
      given = read(event, "--event");
    }
  }

  /**
   * Returns the event that was given, or the one that is usual for this function.
   *
   * @param said is told where it comes from, when nobody has written it
   */
  public byte[] of(Application application, FunctionDefinition function, Consumer<String> said) {
    Candidate first = candidates(application, function, function.code()).getFirst();
    first.remark().ifPresent(said);
    return first.event();
  }

  /**
   * Returns the events that the function may get, the likeliest first: one that somebody has
   * written, or else those that reads through an API may send.
   *
   * @param code of the function, as it is built
   */
  public List<Candidate> candidates(
      Application application, FunctionDefinition function, CodeSource code) {
    Optional<Candidate> own = written(application, function);
    if (own.isPresent()) {
      return List.of(
          given == null
              ? own.get().told(function)
              : new Candidate(own.get().event(), "its event", Optional.empty()));
    }
    List<ImpliedEvent> implied = ImpliedEvent.all(application, function, code).toList();
    List<Candidate> kept = kept(application, function, implied).limit(MOST_CANDIDATES).toList();
    if (!kept.isEmpty()) {
      return kept;
    }
    if (implied.isEmpty()) {
      return List.of(
          new Candidate(
              utf8(NONE),
              "the event {}",
              Optional.of(
                  function.shown()
                      + " gets the event {}, because "
                      + noFile(application, function))));
    }
    ImpliedEvent first = implied.getFirst();
    String stray = stray(application, function).orElse("");
    return Stream.concat(
            Stream.of(first),
            implied.stream().skip(1).filter(each -> first.isRead() && each.isRead()))
        .limit(MOST_CANDIDATES)
        .map(each ->
            new Candidate(
                utf8(each.text()),
                each.name(),
                Optional.of(
                    function.shown()
                        + " gets an event as "
                        + each.source()
                        + " would send it"
                        + stray
                        + "; give your own with --event, or in "
                        + file(application, function))))
        .toList();
  }

  /**
   * Returns the events that the project keeps where Thaw writes none, the likeliest first.
   *
   * @param implied one of whose shapes each has
   */
  public static Stream<Candidate> kept(
      Application application, FunctionDefinition function, List<ImpliedEvent> implied) {
    return KeptEvent.of(application, function, () -> implied.stream().map(ImpliedEvent::text))
        .map(each -> ofFile(application, function, each));
  }

  /** Returns the implied events whose shape none of those has that the project keeps. */
  public static List<ImpliedEvent> unlike(List<Candidate> kept, List<ImpliedEvent> implied) {
    Set<String> shapes =
        kept.stream()
            .map(each -> KeptEvent.shape(new String(each.event(), StandardCharsets.UTF_8)))
            .collect(Collectors.toUnmodifiableSet());
    return implied.stream().filter(each -> !shapes.contains(KeptEvent.shape(each.text()))).toList();
  }

  private static Candidate ofFile(
      Application application, FunctionDefinition function, KeptEvent kept) {
    String name = shown(application, kept.file());
    return new Candidate(
        utf8(kept.text()),
        OF_FILE + name,
        Optional.of(
            function.shown()
                + " gets the event of "
                + name
                + ", which fits it; give your own with --event, or in "
                + file(application, function)));
  }

  /** Returns whether the event is what a function gets for want of one. */
  public boolean isForWant(Application application, FunctionDefinition function, byte[] sent) {
    return Arrays.equals(sent, utf8(NONE)) && written(application, function).isEmpty();
  }

  /**
   * Returns whether a function may not fail at another event: what it fails with is neither an init
   * phase nor a process that has ended, nor a time limit, nor code that does not fit together.
   */
  public static boolean isOfEvent(InvocationOutcome outcome) {
    return outcome instanceof InvocationOutcome.Failure failure && mayBeOfEvent(failure.type());
  }

  private static boolean mayBeOfEvent(String failure) {
    return OF_PLATFORM.stream().noneMatch(failure::startsWith)
        && !OF_CODE.matcher(failure).matches();
  }

  /**
   * Returns what to do about a function that fails.
   *
   * @param failure type and message
   * @param inInit whether it fails in its init phase, which gets no event
   */
  public static String mending(String failure, boolean inInit) {
    String data =
        NOT_THERE.matcher(failure).find()
            ? "give the data that it asks for with --seed FOLDER, or "
            : "";
    if (isOfTime(failure)) {
      return data + "mend it first, or give it more time on this machine: --timeout 30";
    }
    boolean isOfEvent = !inInit && mayBeOfEvent(failure);
    return data
        + "mend it"
        + (isOfEvent ? " first, or " + SERVABLE : " first: no event is the cause");
  }

  /** Returns whether a function fails for want of time. */
  public static boolean isOfTime(String failure) {
    return failure.startsWith("Sandbox.Timedout");
  }

  /**
   * Returns why the event that a project has for any function is not for this one: no route of the
   * function has such a request, as it is with the file that {@code sam init} writes, or nothing
   * that feeds the function sends events of its shape.
   */
  private static Optional<String> stray(Application application, FunctionDefinition function) {
    List<ApiRoute> routes = application.routesTo(function);
    Path file = file(application, ANY_FUNCTION);
    if (routes.isEmpty()) {
      return KeptEvent.isLike(
              file, () -> ImpliedEvent.all(application, function).map(ImpliedEvent::text))
          ? Optional.empty()
          : Optional.of(", as %s is no such event".formatted(file));
    }
    return function.hasUrl()
        ? Optional.empty()
        : RecordedRequest.read(file)
            .filter(request ->
                request.isSample()
                    || routes.stream()
                        .noneMatch(route -> request.reaches(route.method(), route.path())))
            .map(request ->
                ", as no route of it has %s %s of %s"
                    .formatted(request.method(), request.path(), file));
  }

  /**
   * Returns the event that somebody has written: on the command line, or in a file where Thaw looks
   * for it.
   */
  public Optional<byte[]> own(Application application, FunctionDefinition function) {
    return written(application, function).map(Candidate::event);
  }

  /** Returns the same by the name of its file, or of the option. */
  public Optional<Candidate> written(Application application, FunctionDefinition function) {
    check();
    if (given != null) {
      return Optional.of(
          written(given, event == null || asked ? "" : origin(event, "that --event gives")));
    }
    Optional<byte[]> usual = ThawFile.in(application).of(function).event();
    if (usual.isPresent()) {
      return Optional.of(written(usual.get(), "of thaw.yaml"));
    }
    for (String name : List.of(function.logicalId(), function.name(), ANY_FUNCTION)) {
      Path file = file(application, name);
      if (Files.exists(file)
          && (!name.equals(ANY_FUNCTION) || stray(application, function).isEmpty())) {
        return Optional.of(written(bytes(file), shown(application, file)));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns how {@code aws lambda invoke} gives a function the file with its event; nothing where
   * there is none, or its requests come by other ways.
   */
  public static String payload(Application application, FunctionDefinition function) {
    return Stream.of(function.logicalId(), function.name(), ANY_FUNCTION)
        .filter(name -> !name.equals(ANY_FUNCTION) || stray(application, function).isEmpty())
        .map(name -> file(application, name))
        .filter(Files::exists)
        .findFirst()
        .or(() ->
            KeptEvent.of(
                    application,
                    function,
                    () -> ImpliedEvent.all(application, function).map(ImpliedEvent::text))
                .map(KeptEvent::file)
                .findFirst())
        .map(file -> " --payload " + Text.quoted("fileb://" + file)) // in both versions of it
        .orElse("");
  }

  private static Candidate written(byte[] event, String origin) {
    return new Candidate(event, nameOf(event, "its event", origin), Optional.empty());
  }

  /** Returns what people call an event that an option gives. */
  public static String nameOf(byte[] event, String given) {
    return nameOf(event, "the event", origin(given, "that --event gives"));
  }

  private static String nameOf(byte[] event, String noun, String origin) {
    String request = RecordedRequest.words(event).map(words -> "(" + words + ")").orElse("");
    return Stream.of(noun, origin, request)
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /**
   * @param otherwise where it is in no file
   */
  private static String origin(String given, String otherwise) {
    return file(given, Path.of("")).map(Path::toString).orElse(otherwise);
  }

  private static String shown(Application application, Path file) {
    return file.startsWith(application.root())
        ? "" + application.root().relativize(file)
        : "" + file;
  }

  /**
   * Returns what a function has besides the event that somebody has written for it, by name: events
   * in files, and those of its sources.
   */
  public List<String> besides(
      Application application, FunctionDefinition function, CodeSource code) {
    Optional<Candidate> own = written(application, function);
    String text = own.map(each -> new String(each.event(), StandardCharsets.UTF_8)).orElse("");
    List<ImpliedEvent> implied =
        ImpliedEvent.all(application, function, code)
            .filter(each -> !each.text().equals(text))
            .toList();
    Stream<String> files =
        EventFolder.files(application, function).stream()
            .filter(file -> implied.stream().noneMatch(each -> each.source().contains("" + file)))
            .map(file -> shown(application, file))
            .filter(name ->
                own.stream().noneMatch(each -> (each.name() + " ").contains(" " + name + " ")))
            .map(name -> "the event " + name);
    return Stream.concat(implied.stream().map(ImpliedEvent::name), files).toList();
  }

  /** Returns the file that a function's own event is in. */
  public static Path file(Application application, FunctionDefinition function) {
    return file(application, function.logicalId());
  }

  /** The same from the folder of the project, for people. */
  public static Path file(FunctionDefinition function) {
    return NamedFile.in(Path.of(EventFolder.NAME), function.logicalId() + ".json");
  }

  private static Path file(Application application, String name) {
    return NamedFile.in(EventFolder.of(application), name + ".json");
  }

  private static String noFile(Application application, FunctionDefinition function) {
    String cause = "there is no " + file(application, function);
    Path folder = EventFolder.of(application);
    if (!Files.isDirectory(folder)) {
      return cause + " and no --event";
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> others =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".json"))
              .sorted()
              .limit(MOST_NAMED)
              .toList();
      return cause + (others.isEmpty() ? "" : "; events/ has " + String.join(", ", others));
    } catch (IOException e) {
      return cause;
    }
  }

  /**
   * @param given a file's name, or JSON text
   * @param option with which it was given
   */
  public static byte[] read(String given, String option) {
    return read(given, Path.of(""), option);
  }

  /**
   * @param folder from which files are named
   */
  static byte[] read(String given, Path folder, String option) {
    return isLiteral(given)
        ? typed(utf8(given.strip()), "the text given with " + option)
        : json(content(given, folder), given);
  }

  /** Returns the file that is named, if it is one. */
  static Optional<Path> file(String given, Path folder) {
    return isLiteral(given) || given.equals("-")
        ? Optional.empty()
        : Optional.of(folder.resolve(given.startsWith("@") ? given.substring(1) : given));
  }

  private static boolean isLiteral(String given) {
    String text = given.strip();
    return text.startsWith("{")
        || text.startsWith("[")
        || text.startsWith("\"")
        || NUMBER.matcher(text).matches()
        || List.of("null", "true", "false").contains(text);
  }

  /** Reads a file, or standard input. */
  private static byte[] content(String given, Path folder) {
    Optional<Path> file = file(given, folder);
    if (file.isPresent()) {
      return content(file.get());
    }
    try {
      return System.in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the event from standard input", e);
    }
  }

  public static byte[] utf8(String text) {
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

  private static byte[] typed(byte[] event, String origin) {
    return json(event, origin, e -> ": " + Json.reason(e));
  }

  /** What the parser says quotes the text, and a file may be none that was meant to be shown. */
  private static byte[] json(byte[] event, String origin) {
    return json(event, origin, _ -> "");
  }

  /**
   * Lambda refuses what is no JSON (InvalidRequestContentException); no function ever sees it.
   *
   * @param reason what is told of it besides the place
   */
  private static byte[] json(
      byte[] event, String origin, Function<JsonProcessingException, String> reason) {
    try (JsonParser parser = Json.FACTORY.createParser(event)) {
      int values = 0;
      while (parser.nextToken() != null) {
        parser.skipChildren();
        values++;
      }
      if (values == 0) {
        throw new UserMistake("the event is empty: " + origin, "give one JSON value, such as {}");
      }
      if (event.length > LambdaLimits.LARGEST_REQUEST_BYTES) {
        throw new UserMistake(
            "the event has "
                + event.length
                + " bytes, Lambda takes at most "
                + LambdaLimits.LARGEST_REQUEST_BYTES
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
          "the event is not JSON: %s, line %d column %d%s"
              .formatted(
                  origin,
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr(),
                  reason.apply(e)),
          "mend it there: Lambda refuses an event that is not JSON");
    } catch (IOException e) {
      throw new UncheckedIOException("could not parse " + origin, e);
    }
  }
}
