package thaw.app.choice;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import thaw.experiment.matrix.MarkedYaml;
import thaw.function.LambdaLimits;
import thaw.function.MemorySize;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.service.redirect.Emulator;

/**
 * Reads a {@link ThawFile}.
 *
 * <pre>
 * port: 3001                        # of thaw run
 * apiPort: 3000
 * services: busy                    # as --services takes it, files from here
 * awsEndpoint: http://localhost:4566 # an emulator
 * jdk: 21                           # and what else functions have, for all of them
 * functions:
 *   Create:
 *     event: events/create.json     # a file from here, or JSON
 *     memory: 512
 *     jdk: 25
 *     timeout: 10
 *     environment: {LOG_LEVEL: debug}
 *     seed: data                    # a folder from here
 * imports: {shop-bucket: shop}      # what other stacks export
 * attributes: {Db.Endpoint.Address: localhost}
 * layers: {LambdaAdapterLayerX86: layers/adapter.zip}
 * </pre>
 */
final class ThawFileReader {
  /** The keys that may be set for one function, or for all. */
  static final List<String> OF_FUNCTIONS =
      List.of("event", "memory", "jdk", "timeout", "environment", "seed");

  static final List<String> ONCE =
      List.of(
          "port",
          "apiPort",
          "services",
          "awsEndpoint",
          "functions",
          "imports",
          "attributes",
          "layers");

  private static final int LARGEST_PORT = 65_535;

  private final MarkedYaml yaml;
  private final Path folder;
  private final List<Path> eventFiles = new ArrayList<>();

  ThawFileReader(Path file) {
    this.yaml = new MarkedYaml(file, ThawFile.NAME, "docs/thaw-yaml.md");
    this.folder = file.resolveSibling("");
  }

  ThawFile read() {
    MappingNode root = yaml.root();
    Map<String, Node> members = yaml.members(root);
    requireKnown(members, Stream.concat(ONCE.stream(), OF_FUNCTIONS.stream()).toList());
    Map<String, ThawFile.Usual> functions = new LinkedHashMap<>();
    Map<String, String> places = new LinkedHashMap<>();
    Node named = members.get("functions");
    if (named != null) {
      yaml.members(yaml.mapping(named))
          .forEach((name, node) -> {
            Map<String, Node> own = yaml.members(yaml.mapping(node));
            requireKnown(own, OF_FUNCTIONS);
            functions.put(name, usual(own));
            places.put(name, yaml.placeOf(node));
          });
    }
    return new ThawFile(
        whole(members, "port", 0, LARGEST_PORT, "3001"),
        whole(members, "apiPort", 0, LARGEST_PORT, "3000"),
        told(members.get("services"), text -> ServicesChoice.of(text, folder)),
        told(members.get("awsEndpoint"), text -> Emulator.of(text, "awsEndpoint")),
        usual(members),
        functions,
        places,
        new ThawFile.Elsewhere(
            texts(members.get("imports")),
            texts(members.get("attributes")),
            layers(members.get("layers"))),
        eventFiles);
  }

  private void requireKnown(Map<String, Node> members, List<String> known) {
    members.forEach((name, node) -> {
      if (!known.contains(name)) {
        throw unknown(node, "unknown member: " + name, name, known);
      }
    });
  }

  private UserMistake unknown(Node node, String cause, String name, List<String> known) {
    return yaml.mistake(node, cause, Spelling.remedy(name, known));
  }

  private ThawFile.Usual usual(Map<String, Node> members) {
    OptionalInt seconds = whole(members, "timeout", 1, LambdaLimits.LONGEST_TIMEOUT_SECONDS, "10");
    return new ThawFile.Usual(
        told(members.get("event"), this::event),
        told(members.get("memory"), text -> MemorySize.onDemand(number(text, "memory", "512"))),
        Optional.ofNullable(members.get("jdk")).map(yaml::text),
        seconds.isPresent()
            ? Optional.of(Duration.ofSeconds(seconds.getAsInt()))
            : Optional.empty(),
        texts(members.get("environment")),
        told(members.get("seed"), this::seed));
  }

  private byte[] event(String text) {
    EventChoice.file(text, folder).ifPresent(eventFiles::add);
    return EventChoice.read(text, folder, "event");
  }

  private Path seed(String text) {
    Path seed = folder.resolve(text);
    if (!Files.isDirectory(seed)) {
      throw new UserMistake(seed + " is not a folder with data", "name one relative to this file");
    }
    return seed;
  }

  /** A mistake of a value with the place of the value. */
  private <T> Optional<T> told(@Nullable Node node, Function<String, T> reading) {
    if (node == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(reading.apply(yaml.text(node)));
    } catch (UserMistake e) {
      throw yaml.mistake(node, String.valueOf(e.getMessage()), e.remedy());
    }
  }

  private static int number(String text, String name, String example) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new UserMistake(
          name + " must be a whole number: " + text, "write for example " + example);
    }
  }

  private OptionalInt whole(
      Map<String, Node> members, String name, int least, int most, String example) {
    Optional<Integer> number =
        told(
            members.get(name),
            text -> {
              int value = number(text, name, example);
              if (value < least || value > most) {
                throw new UserMistake(
                    name + " must be " + least + ".." + most + ": " + value,
                    "write for example " + example);
              }
              return value;
            });
    return number.isPresent() ? OptionalInt.of(number.get()) : OptionalInt.empty();
  }

  private Map<String, Path> layers(@Nullable Node node) {
    Map<String, Path> layers = new LinkedHashMap<>();
    if (node != null) {
      yaml.members(yaml.mapping(node))
          .forEach((name, value) -> {
            Path path = folder.resolve(yaml.text(value));
            if (!Files.exists(path)) {
              throw yaml.mistake(
                  value,
                  path + " does not exist",
                  "name the layer's zip or folder relative to this file");
            }
            layers.put(name, path);
          });
    }
    return layers;
  }

  private Map<String, String> texts(@Nullable Node node) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (node != null) {
      yaml.members(yaml.mapping(node)).forEach((name, value) -> texts.put(name, yaml.text(value)));
    }
    return texts;
  }
}
