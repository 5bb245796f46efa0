package thaw.app.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import thaw.deployment.Bom;
import thaw.json.Json;
import thaw.presentation.text.Figures;
import thaw.remedy.Draft;

/** What those who run a package want to know of it: what to expect, and who maintains what. */
final class PackageFacts {
  private static final String NOT_ON_AWS =
      "It was not measured on AWS: `thaw bench --on lambda NAME` does that, once it is deployed.";

  /** The first number of a JDK's name is that of its version. */
  private static final Pattern FEATURE = Pattern.compile(" (\\d+)");

  private PackageFacts() {}

  /**
   * Returns the figure that is to be expected, and where it is from.
   *
   * @param fixed the result of {@code thaw fix} that is packaged
   * @param kept what of the result is in the package
   * @param feature version of the JDK in the package
   */
  static String expected(Optional<Path> fixed, PackageWay way, Draft kept, int feature)
      throws IOException {
    Optional<JsonNode> result = Optional.empty();
    if (fixed.isPresent() && Files.exists(fixed.get().resolve("fix.json"))) {
      result = Json.read(Files.readAllBytes(fixed.get().resolve("fix.json")));
    }
    if (result.filter(PackageFacts::isUnconfirmed).isPresent()) {
      return "Its cold start was not confirmed by a last run of `thaw fix`: `make bench` measures it.\n"
          + NOT_ON_AWS
          + "\n";
    }
    Optional<String> other = result.flatMap(read -> otherThan(read, way, kept, feature));
    if (other.isPresent()) {
      return other.get() + "\n" + NOT_ON_AWS + "\n";
    }
    return result
        .filter(read -> median(figures(read, way)) > 0 && median(read.path("base")) > 0)
        .map(read ->
            """
            On the machine of `thaw fix` its cold start took %s ms, and that of the function as it was %s ms: medians of
            %s and %s, from start to response, %s MB, %s%s.%s
            %s
            """
                .formatted(
                    Figures.whole(median(figures(read, way))),
                    Figures.whole(median(read.path("base"))),
                    Figures.counted(figures(read, way).path("samples").asInt(), "start"),
                    Figures.counted(read.at("/base/samples").asInt(), "start"),
                    Figures.whole(read.path("memoryMiB").asInt()),
                    read.path("jdk").asText(),
                    warnings(read.path("warnings")),
                    proof(figures(read, way)),
                    NOT_ON_AWS))
        .orElse(
            "Its cold start was not measured here: `make bench` does that.\n" + NOT_ON_AWS + "\n");
  }

  /**
   * Returns in a sentence that a package is for another machine than the template's, whose
   * architecture it replaces; empty where it is not.
   *
   * @param wanted by the template, where this machine is another one
   */
  static Optional<String> otherMachine(
      Optional<String> wanted, PackageWay way, PackageTarget target) {
    return wanted
        .filter(_ -> way.bringsJvm() || target.asked())
        .filter(each -> !each.equals(target.architecture()))
        .map(each ->
            "The template says %s: this package is for %s, which has another price and other cold starts. --arch %s makes one for the template's."
                .formatted(each, target.architecture(), each));
  }

  /** A search that was ended before its last run has figures that were computed, of no starts. */
  private static boolean isUnconfirmed(JsonNode result) {
    return !result.path("confirmed").asBoolean() && !result.path("cut").asBoolean();
  }

  /**
   * Returns a sentence in place of figures where a package has another JVM, or an archive that was
   * not measured.
   */
  private static Optional<String> otherThan(
      JsonNode result, PackageWay way, Draft kept, int feature) {
    Matcher label = FEATURE.matcher(result.path("jdk").asText());
    if (!way.bringsJvm() || !label.find()) {
      return Optional.empty();
    }
    int measured = kept.runtime().orElse(Integer.parseInt(label.group(1)));
    return measured == feature && kept.isArchived()
        ? Optional.empty()
        : Optional.of(
            """
            `thaw fix` has measured what it kept on JDK %d %s, and this package has JDK %d and an AOT cache:
            `make bench` measures it.\
            """
                .formatted(
                    measured,
                    kept.isArchived() ? "with an archive of that JDK" : "without an archive",
                    feature));
  }

  /** Returns what the last run has left unproven; figures without intervals prove nothing. */
  private static String proof(JsonNode figures) {
    if (!figures.has("gainMillis") || figures.at("/gainMillis/0").asDouble() > 0) {
      return "";
    }
    return figures.at("/gainCpuMillis/0").asDouble() > 0
        ? " That it is faster is proven by CPU time only."
        : " That it is faster is not proven.";
  }

  /** Without an archive and a JVM of its own, a function gets what it has in its own runtime. */
  private static JsonNode figures(JsonNode result, PackageWay way) {
    boolean all =
        way.bringsJvm()
            || StreamSupport.stream(result.path("ways").spliterator(), false)
                .map(each -> each.path("id").asText())
                .filter(id -> id.equals("managed") || id.equals("package"))
                .toList()
                .equals(List.of("managed"));
    return result.path(all ? "result" : "deployed");
  }

  private static double median(JsonNode figures) {
    return figures.at("/totalMillis/p50").asDouble();
  }

  private static String warnings(JsonNode warnings) {
    return StreamSupport.stream(warnings.spliterator(), false)
        .map(each -> "; " + each.asText())
        .collect(Collectors.joining());
  }

  /**
   * Returns who has to do something when what is inside gets a patch.
   *
   * @param inside the JVM and the runtime client, for people
   */
  static String maintained(PackageWay way, String inside) {
    if (!way.bringsJvm()) {
      return """
      Who maintains what: AWS patches the JVM and the runtime client of a managed runtime. The libraries in the zip are
      those of the day when it was made, and yours.
      """;
    }
    return """
    Who maintains what: %s. OpenJDK's vendors patch the JVM each January, April, July and October; AWS the runtime client
    some times a year; %s. An agent that a layer or a variable brings is its maker's (OpenTelemetry's has
    a release each month), and the libraries are yours. None of these patches gets into the package by itself: neither AWS nor Thaw
    replaces anything in it. `thaw package --outdated .` tells which it lacks, and `.github/workflows/renew.yml` asks that
    each week, makes the package again, measures it beside the former one, and opens a pull request. `%s` lists all parts
    with their versions.
    """
        .formatted(
            inside,
            way.hasImage()
                ? "whoever makes the base image its system; without one the C library is of the"
                    + " machine that made the package"
                : "AWS the operating system below, provided.al2023, without you",
            Bom.NAME);
  }
}
