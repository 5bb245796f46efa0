package thaw.experiment.gate;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import thaw.experiment.Host;
import thaw.json.Json;
import thaw.problem.UserMistake;

/**
 * {@code baseline.json}, which a measurement leaves for later ones: all samples of what is
 * compared, and all that makes them comparable.
 *
 * <pre>{@code
 * {"format": "thaw-baseline-1", "thaw", "host": {"kernel", "cpuModel", "cpus", ...}, "pageCache", "otherCpus",
 *  "variants": [{"name", "function", "jdk", "start", "memoryMb", "codeSha256", "event",
 *                "packageBytes", "libraries": [], "failures",
 *                "samples": {"cpuMillis": [], "loadedClasses": [], "maxMemoryMiB": [], "totalMillis": []}}]}
 * }</pre>
 */
public final class GateBaselineFile {
  /** Its name in the folder of results. */
  static final String NAME = "baseline.json";

  private static final String FORMAT = "thaw-baseline-1";
  private static final List<String> TEXTS =
      List.of("name", "function", "jdk", "start", "codeSha256", "event");
  private static final ObjectMapper MAPPER = Json.written().build();
  private static final String REMEDY =
      "name the baseline.json of an earlier thaw bench, or the folder that it is in";

  private GateBaselineFile() {}

  private record Document(
      String format,
      String thaw,
      Host host,
      String pageCache,
      OptionalDouble otherCpus,
      List<GateSide> variants) {}

  /**
   * A result that is over must not be what the next run is compared with.
   *
   * @param given what is compared with: a file, or its folder
   * @param out where a new one is about to be written
   * @throws UserMistake when it is the same file
   */
  public static void requireElsewhere(Path given, Path out) {
    Path file = file(given);
    Path written = out.resolve(NAME);
    try {
      if (Files.exists(written) && Files.isSameFile(file, written)) {
        throw new UserMistake(
            "--baseline is in the folder of the new results, which have one of their own: " + file,
            "name another folder with --out, or copy the baseline out of it");
      }
    } catch (IOException e) {
      throw new UserMistake("could not read " + file + ": " + e.getMessage(), REMEDY);
    }
  }

  private static Path file(Path given) {
    return Files.isDirectory(given) ? given.resolve(NAME) : given;
  }

  /** Replaces the file in one step. */
  public static void write(GateBaseline baseline, Path folder) {
    Path file = folder.resolve(NAME);
    Path partial = folder.resolve(NAME + ".partial");
    try {
      Document document =
          new Document(
              FORMAT,
              baseline.thaw(),
              baseline.host(),
              baseline.pageCache(),
              baseline.otherCpus(),
              baseline.variants());
      Files.writeString(partial, Json.text(MAPPER, document) + "\n");
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write " + file, e);
    }
  }

  /**
   * @param given the file, or its folder
   * @throws UserMistake when it is none
   */
  public static GateBaseline read(Path given) {
    Path file = file(given);
    if (!Files.isRegularFile(file)) {
      throw new UserMistake("the baseline does not exist: " + file, REMEDY);
    }
    try {
      JsonNode root = MAPPER.readTree(Files.readAllBytes(file));
      String format = root.path("format").asText("");
      if (!format.equals(FORMAT)) {
        throw new UserMistake(
            "must be a %s file: %s has the format '%s'".formatted(FORMAT, file, format), REMEDY);
      }
      missing(root)
          .ifPresent(member -> {
            throw broken(file, "it has no valid " + member);
          });
      Document document = MAPPER.treeToValue(root, Document.class);
      return new GateBaseline(
          document.thaw(),
          document.host(),
          document.pageCache(),
          document.otherCpus(),
          document.variants());
    } catch (JsonProcessingException e) {
      // What the parser says quotes the file, which may be another than was meant.
      JsonLocation place = e.getLocation();
      throw broken(
          file,
          place == null || place.getLineNr() < 1
              ? "a member is of another type"
              : "line %d column %d".formatted(place.getLineNr(), place.getColumnNr()));
    } catch (IOException e) {
      throw new UserMistake("could not read " + file + ": " + e.getMessage(), REMEDY);
    }
  }

  /** The first member that a comparison needs and that is none. */
  private static Optional<String> missing(JsonNode root) {
    JsonNode variants = root.path("variants");
    if (!variants.isArray()) {
      return Optional.of("variants");
    }
    List<String> wrong = new ArrayList<>();
    texts(root, "", List.of("thaw", "pageCache"), wrong);
    texts(root.path("host"), "host.", List.of("kernel", "cpuModel", "cgroup"), wrong);
    if (!root.path("host").path("missingGuarantees").isArray()) {
      wrong.add("host.missingGuarantees");
    }
    for (JsonNode each : variants) {
      texts(each, "variants.", TEXTS, wrong);
      if (!each.path("libraries").isArray()) {
        wrong.add("variants.libraries");
      }
      if (each.path("failures").asInt() < 0) {
        wrong.add("variants.failures");
      }
      for (JsonNode values : each.path("samples")) {
        for (JsonNode value : values) {
          if (!value.isNumber() || !Double.isFinite(value.asDouble())) {
            wrong.add("variants.samples");
          }
        }
      }
    }
    return wrong.stream().findFirst();
  }

  private static void texts(JsonNode node, String path, List<String> names, List<String> wrong) {
    names.stream()
        .filter(name -> !node.path(name).isTextual())
        .forEach(name -> wrong.add(path + name));
  }

  private static UserMistake broken(Path file, String fact) {
    return new UserMistake("%s cannot be read as a baseline: %s".formatted(file, fact), REMEDY);
  }
}
