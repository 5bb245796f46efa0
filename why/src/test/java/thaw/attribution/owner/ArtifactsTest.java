package thaw.attribution.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.JarFiles;

class ArtifactsTest {
  @TempDir Path folder;

  @Test
  void the_one_artifact_in_a_jar_is_its_name_whatever_the_file_is_called() throws IOException {
    assertEquals(
        Optional.of("shop:orders:1.2.0"), name("x-9.jar", "shop.Order", "shop:orders:1.2.0"));
  }

  @Test
  void a_well_known_jar_keeps_its_name_where_only_a_part_of_it_says_one() throws IOException {
    assertEquals(
        Optional.of("com.google.inject:guice:4.1.0"),
        name("guice-4.1.0.jar", "com.google.inject.Guice", "cglib:cglib:3.2.0"));
  }

  @Test
  void a_jar_named_after_one_of_its_artifacts_has_shaded_the_others() throws IOException {
    Artifacts netty =
        artifacts(
            "netty-common-4.1.136.Final.jar",
            "io.netty.util.Recycler",
            "io.netty:netty-common:4.1.136.Final",
            "org.jctools:jctools-core:4.0.5");
    assertEquals(
        Optional.of("io.netty:netty-common:4.1.136.Final"),
        netty.ofClass("io.netty.util.Recycler"));
    assertEquals(
        Optional.of(
            "org.jctools:jctools-core:4.0.5 (shaded in io.netty:netty-common:4.1.136.Final)"),
        netty.ofClass("io.netty.util.internal.shaded.org.jctools.queues.MpscArrayQueue"));
    assertEquals(
        Optional.of(
            "org.jctools:jctools-core:4.0.5 (shaded in io.netty:netty-common:4.1.136.Final)"),
        netty.ofClass("org.jctools.queues.MpscArrayQueue"),
        "merged, not moved");
  }

  @Test
  void quarkus_puts_the_group_in_front_of_a_jars_name() throws IOException {
    assertEquals(
        Optional.of("io.netty:netty-common:4.1"),
        name(
            "io.netty.netty-common-4.1.jar",
            "io.netty.util.Recycler",
            "io.netty:netty-common:4.1",
            "org.jctools:jctools-core:4.0.5"));
  }

  @ParameterizedTest
  @CsvSource({
    "guice-7.0.0.jar, com.google.inject.Guice, com.google.inject:guice:7.0.0",
    "dagger-2.60.1.jar, dagger.Lazy, com.google.dagger:dagger:2.60.1",
    "javax.inject-1.jar, javax.inject.Inject, javax.inject:javax.inject:1",
    "org.jspecify.jspecify-1.0.0.jar, org.jspecify.annotations.NonNull, org.jspecify:jspecify:1.0.0",
    "reactive-streams-1.0.4.jar, org.reactivestreams.Publisher,"
        + " org.reactivestreams:reactive-streams:1.0.4",
    "guice-1.0.jar, shop.NotGuice, guice:1.0",
    "orders-1.2.0-all.jar, shop.Order, orders:1.2.0-all",
    "orders.jar, shop.Order, orders.jar"
  })
  void a_jar_that_says_nothing_is_named_by_its_file(String file, String type, String name)
      throws IOException {
    assertEquals(Optional.of(name), name(file, type));
  }

  @Test
  void a_manifest_is_asked_before_the_file() throws IOException {
    assertEquals(
        Optional.of("com.shop.orders:1.2.0"),
        name(
            "orders-1.2.0.jar",
            "com.shop.Order",
            "Bundle-SymbolicName: com.shop.orders;singleton:=true",
            "Bundle-Version: 1.2.0.20250101"));
    assertEquals(
        Optional.of("com.shop:orders:1.3"),
        name(
            "o.jar",
            "com.shop.Order",
            "Implementation-Title: orders",
            "Implementation-Vendor-Id: com.shop",
            "Implementation-Version: 1.3"));
    assertEquals(
        Optional.of("orders:1.2.0"),
        name("orders-1.2.0.jar", "com.shop.Order", "Implementation-Title: All about orders"));
  }

  @Test
  void jackson_inside_the_runtime_clients_jar_is_told_apart() throws IOException {
    Artifacts jar =
        artifacts(
            "aws-lambda-java-serialization-1.1.6.jar",
            "com.amazonaws.services.lambda.runtime.serialization.PojoSerializer",
            "com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.ObjectMapper");
    String own = "com.amazonaws:aws-lambda-java-serialization:1.1.6";
    assertEquals(
        Optional.of(own),
        jar.ofClass("com.amazonaws.services.lambda.runtime.serialization.PojoSerializer"));
    assertEquals(
        Optional.of("com.fasterxml.jackson.core:jackson-databind (shaded in " + own + ")"),
        jar.ofClass("com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.ObjectMapper"));
    assertEquals(
        Optional.of("com.google.code.gson:gson (shaded in " + own + ")"),
        jar.ofClass("com.amazonaws.lambda.thirdparty.com.google.gson.Gson"));
  }

  @Test
  void jackson_inside_the_aws_sdk_is_told_apart() throws IOException {
    String type = "software.amazon.awssdk.thirdparty.jackson.core.JsonFactory";
    assertEquals(
        Optional.of(
            "com.fasterxml.jackson.core:jackson-core"
                + " (shaded in software.amazon.awssdk:third-party-jackson-core:2.54.13)"),
        artifacts("third-party-jackson-core-2.54.13.jar", type).ofClass(type));
  }

  @Test
  void an_uber_folder_is_split_by_package() throws IOException {
    Artifacts uber =
        uber(
            "com.acme:orders:1.0",
            "com.acme:audit-log:2.0",
            "com.google.guava:guava:33.4.0-jre",
            "software.amazon.awssdk:dynamodb:2.54.13",
            "software.amazon.awssdk:sdk-core:2.54.13",
            "org.rare:rare-things:0.1");
    assertTrue(uber.isMixed());
    assertEquals(
        Optional.of("com.google.guava:guava:33.4.0-jre"),
        uber.ofClass("com.google.common.collect.ImmutableMap"));
    assertEquals(
        Optional.of("com.google.inject:guice"),
        uber.ofClass("com.google.inject.Guice"),
        "leaves no pom.properties, so that its version is not known");
    assertEquals(
        Optional.of("software.amazon.awssdk:dynamodb:2.54.13"),
        uber.ofClass("software.amazon.awssdk.services.dynamodb.DynamoDbClient"));
    assertEquals(
        Optional.of("software.amazon.awssdk:sdk-core:2.54.13"),
        uber.ofClass("software.amazon.awssdk.core.SdkClient"));
    assertEquals(
        Optional.of(
            "com.fasterxml.jackson.core:jackson-core"
                + " (shaded in software.amazon.awssdk:third-party-jackson-core)"),
        uber.ofClass("software.amazon.awssdk.thirdparty.jackson.core.JsonFactory"));
    assertEquals(Optional.of("org.rare:rare-things:0.1"), uber.ofClass("org.rare.deep.Thing"));
    assertEquals(Optional.of("com.acme:audit-log:2.0"), uber.ofClass("com.acme.audit.log.Log"));
    assertEquals(Optional.of("com.acme:orders:1.0"), uber.ofClass("com.acme.web.Order"));
    assertEquals(Optional.empty(), uber.ofClass("de.other.Thing"));
    assertEquals(Optional.empty(), uber.ofClass("NoPackage"));
  }

  @Test
  void what_is_not_a_jar_is_no_artifact() throws IOException {
    Path damaged = Files.writeString(folder.resolve("damaged-1.0.jar"), "no zip");
    assertEquals(
        "ZipException",
        org.junit.jupiter.api.Assertions.assertThrows(
                IOException.class, () -> CodeFiles.ofJar(damaged))
            .getClass()
            .getSimpleName());
  }

  /** On the class path of this very test. */
  @Test
  void real_jars_of_the_build_have_their_coordinates() throws Exception {
    assertTrue(
        of(com.fasterxml.jackson.databind.ObjectMapper.class)
            .startsWith("com.fasterxml.jackson.core:jackson-databind:2."));
    assertTrue(
        of(software.amazon.eventstream.Message.class)
            .startsWith("software.amazon.eventstream:eventstream:"));
    assertTrue(
        of(com.amazonaws.services.lambda.runtime.RequestHandler.class)
            .startsWith("com.amazonaws:aws-lambda-java-core:"));
    assertTrue(
        of(org.jspecify.annotations.NullMarked.class).startsWith("org.jspecify:jspecify:"),
        "has neither pom.properties nor a version in its manifest");
  }

  /** Each jar of the sample functions that this machine's Maven has fetched. */
  @Test
  void every_jar_of_a_local_repository_gets_a_name() throws IOException {
    Path repository = Path.of(System.getProperty("user.home"), ".m2/repository");
    assumeTrue(Files.isDirectory(repository), "skipped: no " + repository);
    TreeSet<String> unnamed = new TreeSet<>();
    int named = 0;
    for (String group : List.of("com/amazonaws", "com/google/inject", "io/netty", "org/slf4j")) {
      for (Path jar : jars(repository.resolve(group))) {
        CodeFiles files = CodeFiles.ofJar(jar);
        if (!files.packages().iterator().hasNext()) {
          continue; // of no class's time could it be said to be the cause
        }
        Optional<Coordinates> name = ArtifactName.of(files);
        Path version = jar.getParent();
        boolean isRight =
            name.isPresent()
                && name.get().artifact().equals(version.getParent().getFileName().toString())
                && group.replace('/', '.').equals(name.get().group());
        if (isRight) {
          named++;
        } else if (version.getParent().getParent().endsWith(group)) {
          unnamed.add(jar.getFileName() + " is " + name);
        }
      }
    }
    assertEquals(new TreeSet<>(), unnamed);
    assertTrue(named > 0);
  }

  private static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .filter(file -> !file.toString().matches(".*-(sources|javadoc|classes)\\.jar"))
          .toList();
    }
  }

  private static String of(Class<?> type) throws IOException, URISyntaxException {
    Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    return Artifacts.ofJar(CodeFiles.ofJar(jar)).ofClass(type.getName()).orElseThrow();
  }

  private Optional<String> name(String file, String type, String... more) throws IOException {
    String[] entries = Stream.concat(Stream.of(type), Stream.of(more)).toArray(String[]::new);
    return artifacts(file, entries).ofClass(type);
  }

  private Artifacts artifacts(String file, String... entries) throws IOException {
    return Artifacts.ofJar(CodeFiles.ofJar(JarFiles.jar(folder.resolve(file), entries)));
  }

  private Artifacts uber(String... entries) throws IOException {
    return Artifacts.ofFolder(CodeFiles.ofFolder(JarFiles.folder(folder.resolve("uber"), entries)));
  }
}
