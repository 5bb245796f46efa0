package thaw.app.choice;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.Progress;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.Region;
import thaw.function.template.ReadOptions;
import thaw.function.template.Spelling;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/** What to run: the same in every command that starts functions. */
public class SourceChoice {
  private static final Pattern FUNCTION = Pattern.compile("[a-zA-Z0-9-_]{1,64}");

  private @Nullable String source;

  /** Whether the source was the name of a function of this folder's template. */
  private boolean namesFunction;

  private @Nullable String handler;

  private Map<String, String> parameters = new LinkedHashMap<>();

  private boolean reachesHost;

  private @Nullable String region;

  /** Whether functions reach every port of this machine. */
  public boolean reachesHost() {
    return reachesHost;
  }

  /** Once it has been read. */
  public Path source() {
    return Path.of(source == null || namesFunction ? "." : source);
  }

  /**
   * Which function is meant, once the source has been read.
   *
   * @param option what was given to say it, or null
   */
  public @Nullable String function(@Nullable String option) {
    if (namesFunction && option != null && !option.equals(source)) {
      throw new UserMistake(
          "two functions are named: " + source + " and " + option, "leave one of them out");
    }
    return namesFunction ? source : option;
  }

  /** As it is written, with what belongs to it. */
  public String named() {
    StringBuilder named = new StringBuilder(source().toString());
    if (handler != null) {
      named.append(" --handler ").append(handler);
    }
    parameters.forEach(
        (name, value) -> named.append(" --parameter ").append(name).append('=').append(value));
    return named.toString();
  }

  /** As given: in {@code thaw load} it may be a URL. */
  public Optional<String> text() {
    return Optional.ofNullable(source);
  }

  public Application read() {
    return ThawFile.over(asDeclared());
  }

  /**
   * As {@link #read}, where something else than a source stands in its place.
   *
   * @param folder or template, jar, zip
   */
  public Application readFrom(String folder) {
    source = folder;
    return read();
  }

  /** As given. */
  public Optional<String> region() {
    return Optional.ofNullable(region);
  }

  private Application asDeclared() {
    Path here = Path.of(".");
    if (source == null || !FUNCTION.matcher(source).matches() || isReadable(Path.of(source))) {
      return ApplicationReader.read(source(), options());
    }
    if (handler != null || !ApplicationReader.hasTemplate(here)) {
      return ApplicationReader.read(source(), options()); // says that there is no such path
    }
    Application application = ApplicationReader.read(here, options());
    List<String> names =
        application.functions().stream()
            .flatMap(each -> Stream.of(each.logicalId(), each.name()))
            .distinct()
            .toList();
    if (!names.contains(source)) {
      throw new UserMistake(
          "neither a path nor a function of this folder's template: " + source,
          Spelling.nearest(source, names)
              .map(near -> "use " + near)
              .orElse("use one of: " + String.join(", ", names)));
    }
    namesFunction = true;
    return application;
  }

  /** What a package without a template is run with, which nobody may have said. */
  public void sayDefaults(List<FunctionDefinition> functions, Progress progress) {
    if (handler != null && !ApplicationReader.hasTemplate(source())) {
      FunctionDefinition function = functions.getFirst();
      progress.line(
          "%s has no template: %d MB, timeout %d s, %s; --memory, --timeout and --jdk say otherwise"
              .formatted(
                  function.logicalId(),
                  function.memory().mebibytes(),
                  function.timeout().toSeconds(),
                  function.runtime()));
    }
  }

  /** A folder that has a function's name and no template is more likely its sources. */
  private static boolean isReadable(Path path) {
    return Files.exists(path) && (!Files.isDirectory(path) || ApplicationReader.hasTemplate(path));
  }

  /** The same in a copy. */
  public Application readAt(Path copied) {
    return ApplicationReader.read(copied, options());
  }

  /**
   * As {@link #read}, but there may be no function.
   *
   * @param keepsFunctions whether functions that clients make are kept: then nothing needs to be in
   *     this folder either
   */
  public Application readForServer(boolean keepsFunctions) {
    chooseRegion();
    return keepsFunctions
            && source == null
            && handler == null
            && !ApplicationReader.hasTemplate(source())
        ? new Application(source(), List.of())
        : ThawFile.over(ApplicationReader.readForServer(source(), options()));
  }

  /** Before anything is named. */
  private void chooseRegion() {
    if (region != null) {
      Region.choose(region, "--region");
      return;
    }
    String variable =
        System.getenv().containsKey("AWS_REGION") ? "AWS_REGION" : "AWS_DEFAULT_REGION";
    Region.choose(System.getenv().getOrDefault(variable, "").strip(), variable);
  }

  private ReadOptions options() {
    chooseRegion();
    ReadOptions options = ReadOptions.defaults().withParameters(parameters);
    return handler == null ? options : options.withHandler(handler);
  }

  /** Chooses what {@code SOURCE} is for. */
  public void chooseSource(@Nullable String source) {
    this.source = source;
  }

  /** Chooses what {@code --handler} is for. */
  public void chooseHandler(@Nullable String handler) {
    this.handler = handler;
  }

  /** Chooses what {@code --parameter} is for. */
  public void chooseParameters(Map<String, String> parameters) {
    this.parameters = parameters;
  }

  /** Chooses what {@code --reach-host} is for. */
  public void chooseReachesHost(boolean reachesHost) {
    this.reachesHost = reachesHost;
  }

  /** Chooses what {@code --region} is for. */
  public void chooseRegion(@Nullable String region) {
    this.region = region;
  }
}
