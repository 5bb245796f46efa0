package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.explanation.WhyExamples;
import thaw.fix.ByHand;

class FrameworkBuildsTest {
  private static Explanation taking(String library, double millis) {
    Explanation.CauseShare share =
        new Explanation.CauseShare(
            Cause.JIT_THREADS,
            millis,
            1,
            List.of(new Explanation.OwnerShare(library, millis)),
            List.of(),
            List.of());
    return WhyExamples.petstore()
        .with()
        .phases(
            List.of(
                new Explanation.Phase(PhaseName.HANDLER_INIT, millis, millis, 1, List.of(share)),
                new Explanation.Phase(
                    PhaseName.FIRST_INVOCATION, millis, millis, 1, List.of(share))))
        .build();
  }

  private static List<ByHand> found(Explanation explanation, String... jars) {
    return FrameworkBuilds.of(explanation, Stream.of(jars).map(Path::of).toList());
  }

  @Test
  void what_a_library_took_is_what_the_build_could_leave_out() {
    List<ByHand> found =
        found(
            taking("jackson-databind 2.18.2", 40),
            "micronaut-inject-4.7.1.jar",
            "micronaut-jackson-databind-4.7.1.jar");
    assertEquals("micronaut-serde", found.getFirst().finding());
    assertEquals(80, found.getFirst().gainMillis());
    assertEquals(1, found.size());
  }

  @Test
  void kotlins_reflection_is_told_with_the_module_that_asks_it() {
    Explanation asked = taking("kotlin-reflect 2.2.0", 30);
    List<ByHand> bound =
        found(asked, "kotlin-reflect-2.2.0.jar", "jackson-module-kotlin-2.18.2.jar");
    assertEquals("kotlin-reflection", bound.getFirst().finding());
    assertEquals(60, bound.getFirst().gainMillis());
    assertTrue(bound.getFirst().what().contains("kotlinx.serialization"));

    List<ByHand> alone = found(asked, "kotlin-reflect-2.2.0.jar", "kotlin-stdlib-2.2.0.jar");
    assertTrue(alone.getFirst().what().contains("KClass.java"));
    assertEquals(1, alone.size());

    assertEquals("kotlin-reflection", found(asked, "all.jar").getFirst().finding());
    assertEquals(List.of(), found(taking("guice 7.0.0", 30), "kotlin-reflect-2.2.0.jar"));
  }

  @Test
  void nothing_is_said_of_what_is_not_there_or_took_no_time() {
    assertEquals(
        List.of(),
        found(
            taking("jackson-databind 2.18.2", 40),
            "micronaut-inject-4.7.1.jar",
            "micronaut-serde-jackson-2.12.jar"));
    assertEquals(
        List.of(),
        found(
            taking("guice 7.0.0", 40),
            "micronaut-inject-4.7.1.jar",
            "micronaut-jackson-databind-4.7.1.jar"));
    assertEquals(
        List.of(),
        found(taking("jackson-databind 2.18.2", 40), "micronaut-jackson-databind-4.7.1.jar"));
  }

  @Test
  void servers_yaml_and_reflection_are_told_of_the_framework_that_is_there() {
    assertEquals(
        "micronaut-netty",
        found(
                taking("netty-transport 4.1.115", 9),
                "micronaut-inject-4.7.1.jar",
                "micronaut-http-server-netty-4.7.1.jar")
            .getFirst()
            .finding());
    assertTrue(
        found(taking("snakeyaml 2.3", 9), "micronaut-inject-4.7.1.jar", "snakeyaml-2.3.jar")
            .getFirst()
            .what()
            .contains("application.properties"));
    assertEquals(
        "quarkus-reflection-free",
        found(
                taking("jackson-databind 2.18.2", 9),
                "quarkus-core-3.17.0.jar",
                "quarkus-rest-jackson-3.17.0.jar")
            .getFirst()
            .finding());
  }

  @Test
  void micronaut_aot_is_told_where_the_package_has_none_of_its_classes() {
    Explanation explanation = taking("micronaut-inject 4.10.8", 40);
    List<ByHand> without = found(explanation, "micronaut-inject-4.10.8.jar");
    assertEquals("micronaut-aot", without.getFirst().finding());
    assertTrue(without.getFirst().gainMillis() < 0.2 * explanation.ownMillis());
    assertEquals(1, without.size());

    Explanation made =
        explanation
            .with()
            .classes(
                new Explanation.Classes(
                    1,
                    List.of(),
                    List.of(),
                    List.of(
                        new Explanation.LoadedClass(
                            "shop.aot.AOTApplicationContextConfigurer",
                            "shop",
                            PhaseName.HANDLER_INIT,
                            false,
                            1))))
            .build();
    assertEquals(List.of(), found(made, "micronaut-inject-4.10.8.jar"));
  }

  @Test
  void what_a_framework_does_by_default_is_not_told() {
    Explanation explanation = taking("jackson-databind 2.18.2", 40);
    assertEquals(
        "quarkus-reflection-free",
        found(explanation, "quarkus-core-3.36.2.jar", "quarkus-rest-jackson-3.36.2.jar")
            .getFirst()
            .finding());
    assertEquals(
        List.of(),
        found(explanation, "quarkus-core-3.37.4.jar", "quarkus-rest-jackson-3.37.4.jar"));
  }
}
