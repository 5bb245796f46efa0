package thaw.service.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.problem.UserMistake;

class ServiceJarsTest {
  private static final ServiceJars.Jar JAR =
      new ServiceJars.Jar(
          "org.example",
          "broker",
          "1.0",
          "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");

  @TempDir Path folder;

  static Stream<ServiceJars> all() {
    return Stream.of(
        ServiceJars.DYNAMODB, ServiceJars.SQS, ServiceJars.S3, ServiceJars.SDK_MIGRATION);
  }

  @ParameterizedTest
  @MethodSource("all")
  void every_jar_has_its_version_and_its_digest(ServiceJars jars) {
    List<ServiceJars.Jar> list = jars.list();
    list.forEach(jar -> {
      assertTrue(jar.version().matches("\\d.*"), jar::toString);
      assertTrue(jar.sha256().matches("[0-9a-f]{64}"), jar::toString);
    });
    assertEquals(list.size(), list.stream().map(ServiceJars.Jar::fileName).distinct().count());
    assertTrue(list.stream().anyMatch(jar -> jar.version().equals(jars.version())));
  }

  @Test
  void a_jar_with_its_digest_is_the_one_that_was_meant() throws IOException {
    Files.writeString(folder.resolve("broker-1.0.jar"), "hello");
    ServiceJars.SQS.check(folder, List.of(JAR));
  }

  @Test
  void a_jar_with_another_digest_is_a_mistake_with_a_remedy() throws IOException {
    Files.writeString(folder.resolve("broker-1.0.jar"), "hellO");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ServiceJars.SQS.check(folder, List.of(JAR)));
    assertTrue(
        mistake
            .getMessage()
            .startsWith("broker-1.0.jar of ElasticMQ has another digest than expected: "),
        mistake.getMessage());
    assertTrue(mistake.remedy().startsWith("remove it from"), mistake.remedy());
  }

  /** Of jars that are not really downloaded: what is not sound is removed, then Maven is asked. */
  @Test
  void a_jar_that_has_changed_in_the_cache_is_not_used() throws IOException {
    List<String> said = new ArrayList<>();
    Path jars = Files.createDirectory(folder.resolve("broker-1"));
    Path jar = Files.writeString(jars.resolve("broker-1.0.jar"), "hello");
    ServiceJars broker = new ServiceJars("Broker", "broker", "1", 1);
    CachedFolder.Look look = found -> broker.fault(found, List.of(JAR));
    CachedFolder cached = broker.cached(folder, said::add);
    assertTrue(cached.isSound(look));
    assertEquals(List.of(), said);
    Files.writeString(jar, "x", StandardOpenOption.APPEND);
    assertFalse(cached.isSound(look));
    assertTrue(said.getFirst().startsWith("Broker in the cache is made anew: broker-1.0.jar of"));
    assertFalse(Files.exists(jars));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void a_jar_that_did_not_come_is_a_mistake() {
    assertTrue(
        assertThrows(UserMistake.class, () -> ServiceJars.SQS.check(folder, List.of(JAR)))
            .getMessage()
            .contains("expected: nothing, not 2cf24dba"));
  }
}
