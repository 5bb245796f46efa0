package thaw.app.choice;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.service.busy.Conditions;
import thaw.service.redirect.Emulator;

/**
 * {@code thaw.yaml} beside a template: what would be typed again and again. What is typed all the
 * same comes first, and what it says of one function before what it says of all.
 *
 * @param port of the Lambda API
 * @param apiPort of the first API
 * @param services conditions under which local services answer in {@code thaw run}
 * @param awsEndpoint an emulator that has AWS's services which Thaw does not have
 * @param all what holds for every function
 * @param functions by one of their names, or by logical id
 * @param places where each function is named
 * @param elsewhere values that the template does not have
 * @param eventFiles files that it names as events
 */
public record ThawFile(
    OptionalInt port,
    OptionalInt apiPort,
    Optional<Conditions> services,
    Optional<Emulator> awsEndpoint,
    Usual all,
    Map<String, ThawFile.Usual> functions,
    Map<String, String> places,
    Elsewhere elsewhere,
    List<Path> eventFiles) {
  static final String NAME = "thaw.yaml";
  private static final ThawFile NONE =
      new ThawFile(
          OptionalInt.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty(),
          Usual.NOTHING,
          Map.of(),
          Map.of(),
          new Elsewhere(Map.of(), Map.of(), Map.of()),
          List.of());

  /**
   * Values that the template does not have.
   *
   * @param imports what other stacks export, by name
   * @param attributes those that only AWS makes, by {@code LogicalId.Attribute}
   * @param layers files and folders by ARN or name of a layer
   */
  record Elsewhere(
      Map<String, String> imports, Map<String, String> attributes, Map<String, Path> layers) {}

  /**
   * The settings that a function is usually run with.
   *
   * @param event as {@code --event} takes it, files from here
   * @param jdk version or folder
   * @param seed a folder as {@code --seed} takes it
   */
  public record Usual(
      Optional<byte[]> event,
      Optional<MemorySize> memory,
      Optional<String> jdk,
      Optional<Duration> timeout,
      Map<String, String> environment,
      Optional<Path> seed) {
    static final Usual NOTHING =
        new Usual(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty());

    Usual or(Usual other) {
      Map<String, String> both = new HashMap<>(other.environment);
      both.putAll(environment);
      return new Usual(
          event.or(other::event),
          memory.or(other::memory),
          jdk.or(other::jdk),
          timeout.or(other::timeout),
          both,
          seed.or(other::seed));
    }
  }

  /**
   * The one in a folder, or one that says nothing.
   *
   * @throws thaw.problem.UserMistake with the place of the fault
   */
  public static ThawFile in(Path folder) {
    Path file = folder.resolve(NAME);
    return Files.isRegularFile(file) ? new ThawFileReader(file).read() : NONE;
  }

  /** Returns one that says nothing. */
  static ThawFile none() {
    return NONE;
  }

  /** Returns the one beside an application's template, with its functions by logical id. */
  public static ThawFile in(Application application) {
    return in(application.root()).byId(application);
  }

  private ThawFile byId(Application application) {
    Map<String, Usual> own = new HashMap<>();
    functions.forEach((name, usual) ->
        application
            .named(name)
            .map(FunctionDefinition::logicalId)
            .ifPresent(id -> own.merge(id, usual, (one, other) -> name.equals(id) ? other : one)));
    return new ThawFile(
        port, apiPort, services, awsEndpoint, all, own, places, elsewhere, eventFiles);
  }

  /** Returns the settings of a function; they are of its application's file. */
  public Usual of(FunctionDefinition function) {
    return functions.getOrDefault(function.logicalId(), Usual.NOTHING).or(all);
  }

  /** The application with memory sizes, timeouts and variables as here. */
  Application over(Application application) {
    requireKnown(
        application.functions().stream()
            .flatMap(each -> each.names().stream())
            .distinct()
            .toList());
    ThawFile own = byId(application);
    return application.withFunctions(
        application.functions().stream().map(each -> changed(each, own.of(each))).toList());
  }

  private void requireKnown(List<String> known) {
    places.forEach((name, place) -> {
      if (!known.contains(name)) {
        throw new UserMistake(
            place + ": no function has the name " + name, Spelling.remedy(name, known));
      }
    });
  }

  private static FunctionDefinition changed(FunctionDefinition function, Usual usual) {
    Map<String, String> variables = new LinkedHashMap<>(function.environment());
    variables.putAll(usual.environment());
    return JvmChoice.on(usual.jdk(), function)
        .with()
        .memory(usual.memory().orElse(function.memory()))
        .timeout(usual.timeout().orElse(function.timeout()))
        .environment(variables)
        .build();
  }

  /** The members that stay on this machine: data, and files that an image does not have. */
  private static final Set<String> AT_HOME =
      Set.of("awsEndpoint", "environment", "event", "layers", "seed", "services");

  /**
   * A file as an image has it.
   *
   * @param left the members that it lacks, as they are named
   */
  public record InImage(String text, List<String> left) {}

  /**
   * Returns a file for an image, without what whoever pulls the image is not to read, and without
   * what it names in folders that the image does not have.
   */
  public static InImage inImage(Path file) {
    new ThawFileReader(file).read(); // or it is refused with the place of the fault
    List<String> left = new ArrayList<>();
    Map<String, Object> all =
        mapping(new Load(LoadSettings.builder().build()).loadFromString(WholeFile.text(file)));
    Map<String, Object> kept = stripped(all, "", left);
    if (kept.containsKey("functions")) {
      Map<String, Object> functions = mapping(kept.get("functions"));
      functions.replaceAll((function, own) -> stripped(mapping(own), function + ".", left));
      kept.put("functions", functions);
    }
    return new InImage(
        new Dump(DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build())
            .dumpToString(kept),
        left);
  }

  private static Map<String, Object> stripped(
      Map<String, Object> members, String prefix, List<String> left) {
    Map<String, Object> kept = new LinkedHashMap<>(members);
    members.keySet().stream()
        .filter(AT_HOME::contains)
        .forEach(name -> {
          kept.remove(name);
          left.add(prefix + name);
        });
    return kept;
  }

  private static Map<String, Object> mapping(@Nullable Object value) {
    Map<String, Object> members = new LinkedHashMap<>();
    ((Map<?, ?>) Objects.requireNonNull(value))
        .forEach((name, member) -> members.put(String.valueOf(name), member));
    return members;
  }

  /** The folders that are named, each once. */
  List<Path> seeds() {
    List<Path> seeds = new ArrayList<>();
    all.seed().ifPresent(seeds::add);
    functions.values().forEach(each -> each.seed().ifPresent(seeds::add));
    return seeds.stream().distinct().toList();
  }
}
