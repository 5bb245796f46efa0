package thaw.app.fix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import thaw.attribution.Explanation;
import thaw.fix.ByHand;

/**
 * What the builds of Micronaut, Quarkus and Kotlin offer and a package does not use, each with the
 * time that the libraries took which it would leave out. People decide: the code or its libraries
 * change.
 */
final class FrameworkBuilds {
  private static final String MICRONAUT = "micronaut-inject";
  private static final String QUARKUS = "quarkus-core";

  /**
   * Quarkus before 3.37, in which it is the default.
   *
   * @see <a href="https://github.com/quarkusio/quarkus/releases/tag/3.37.0.CR1">#54347</a>
   */
  private static final String WITHOUT_SERIALIZERS =
      "quarkus-(rest|resteasy-reactive)-jackson-([12]|3\\.([0-9]|[12][0-9]|3[0-6]))\\..*\\.jar";

  /** A class that Micronaut AOT adds to the package, in whatever package of its own. */
  private static final String MADE_BY_AOT = ".AOTApplicationContextConfigurer";

  /** The largest share of a start from an AOT cache that it took, by CPU time. */
  private static final double MOST_OF_AOT = 0.09;

  private final Explanation explanation;
  private final List<String> jars;
  private final List<ByHand> found = new ArrayList<>();

  private FrameworkBuilds(Explanation explanation, List<String> jars) {
    this.explanation = explanation;
    this.jars = jars;
  }

  /**
   * @param libraries of the package
   */
  static List<ByHand> of(Explanation explanation, List<Path> libraries) {
    FrameworkBuilds builds =
        new FrameworkBuilds(
            explanation, libraries.stream().map(each -> "" + each.getFileName()).toList());
    if (builds.has(MICRONAUT)) {
      builds.micronaut();
    } else if (builds.has(QUARKUS)) {
      builds.quarkus();
    }
    builds.kotlin();
    return List.copyOf(builds.found);
  }

  private void micronaut() {
    if (has("micronaut-jackson-databind")) {
      say(
          "micronaut-serde",
          "jackson-databind|jackson-core|jackson-annotations|jackson-datatype-.*",
          "Micronaut binds JSON by Jackson's reflection: Micronaut Serialization does it by code that"
              + " its annotation processor makes: io.micronaut.serde:micronaut-serde-jackson in place"
              + " of io.micronaut:micronaut-jackson-databind, micronaut-serde-processor among the"
              + " annotation processors, and @Serdeable on the types of requests and responses");
    }
    if (has("micronaut-http-server-netty")) {
      say(
          "micronaut-netty",
          "netty-.*|micronaut-http-server-netty|micronaut-http-netty|micronaut-buffer-netty",
          "the package has Micronaut's Netty server, which nothing on Lambda connects to: leave"
              + " io.micronaut:micronaut-http-server-netty out, and have the build's runtime be"
              + " lambda_java (micronaut.runtime)");
    }
    aheadOfTime();
    yaml("Micronaut AOT turns it into Java, too (property-source-loader.generate)");
  }

  private void aheadOfTime() {
    boolean isSeen = millis("micronaut-inject|micronaut-core|micronaut-context") > 0;
    boolean isMade =
        explanation.classes().list().stream().anyMatch(each -> each.name().endsWith(MADE_BY_AOT));
    if (isSeen && !isMade) {
      found.add(
          new ByHand(
              "micronaut-aot",
              "",
              MOST_OF_AOT * explanation.ownMillis(),
              "each start looks for Micronaut's services, settings and beans: Micronaut AOT has the"
                  + " build do it, with micronaut.aot.enabled=true and its optimizations enabled in"
                  + " aot.properties. It decides @Requires by the build machine's variables and"
                  + " environments, so compare the responses"));
    }
  }

  private void quarkus() {
    if (jars.stream().anyMatch(each -> each.matches(WITHOUT_SERIALIZERS))) {
      say(
          "quarkus-reflection-free",
          "jackson-databind|jackson-annotations|jackson-datatype-.*",
          "Quarkus binds JSON by Jackson's reflection: with"
              + " quarkus.rest.jackson.optimization.enable-reflection-free-serializers=true in"
              + " application.properties, or from 3.37 on, the build makes serializers for the types"
              + " of resources; compare the responses: they do not know all annotations of Jackson");
    }
    yaml("leave quarkus-config-yaml out then");
  }

  private void kotlin() {
    String reads = "kotlin-reflect reads the metadata of each class that it is first asked about: ";
    if (has("jackson-module-kotlin")) {
      say(
          "kotlin-reflection",
          "kotlin-reflect|jackson-module-kotlin",
          reads
              + "jackson-module-kotlin asks it about each type that it binds. A data class whose"
              + " parameters are all var and have defaults needs no such module; or bind by"
              + " kotlinx.serialization in a RequestStreamHandler, whose code the compiler's plug-in"
              + " makes");
    } else if (has("kotlin-reflect")) {
      say(
          "kotlin-reflection",
          "kotlin-reflect",
          reads
              + "Java's reflection (KClass.java) needs none of it where Kotlin's names do not matter");
    }
  }

  private void yaml(String also) {
    if (has("snakeyaml")) {
      say(
          "yaml-configuration",
          "snakeyaml|smallrye-config-source-yaml",
          "each start reads YAML: the same settings in application.properties need no library; "
              + also);
    }
  }

  /**
   * @param libraries that it would leave out
   */
  private void say(String finding, String libraries, String what) {
    double millis = millis(libraries);
    if (millis > 0) {
      found.add(new ByHand(finding, "", millis, what));
    }
  }

  /** A jar of all has no names of jars, but what took time is known by its owner. */
  private boolean has(String artifact) {
    return jars.stream().anyMatch(each -> each.matches(Pattern.quote(artifact) + "-\\d.*\\.jar"))
        || millis(Pattern.quote(artifact)) > 0;
  }

  /** All that was seen to be theirs, in whatever phase. */
  private double millis(String libraries) {
    return explanation.phases().stream()
        .flatMap(phase -> phase.causes().stream())
        .flatMap(cause -> cause.owners().stream())
        .filter(owner -> owner.library().matches("(" + libraries + ")( .*)?"))
        .mapToDouble(Explanation.OwnerShare::millis)
        .sum();
  }
}
