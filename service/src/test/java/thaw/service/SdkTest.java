package thaw.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.resource.Bucket;
import thaw.function.resource.Queue;
import thaw.function.template.ReadOptions;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.service.own.BusEvent;
import thaw.service.process.Maven;

/**
 * AWS's own clients of three ages, in boxes like those of functions: the first one and the second
 * know no endpoint variables and dial AWS's host names. The first run downloads them.
 */
@Thorough(
    "It downloads and runs clients of three ages; BucketsTest and QueuesTest use a current one")
@SideBySide
class SdkTest {
  private static final SandboxHost HOST = SandboxHost.probe();
  private static final Jdk JDK = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
  private static final Path CACHE = Path.of("target", "services");
  private static final String REGION = "eu-west-1";

  /** As {@code Ref} gives it. */
  private static final String ORDERS =
      "https://sqs." + REGION + ".amazonaws.com/" + ReadOptions.DEFAULT_ACCOUNT + "/orders";

  /** What the programs say of it; libraries say other things. */
  private static final List<String> SAID =
      List.of("received hello", "received hello", "got hello", "done");

  private static final List<ObjectChange> CHANGES = new CopyOnWriteArrayList<>();
  private static final List<BusEvent> EVENTS = new CopyOnWriteArrayList<>();

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;

  @BeforeAll
  static void start() {
    instance = Instance.open(HOST, base);
    services =
        LocalServices.start(
            instance,
            ServiceSpecBuilder.builder()
                .queues(List.of(new Queue("Orders", "orders")))
                .buckets(List.of(new Bucket("Photos", "photos")))
                .events(true)
                .region(REGION)
                .account(ReadOptions.DEFAULT_ACCOUNT)
                .jdk(JDK)
                .cache(CACHE)
                .build(),
            line -> {});
    services.onObjectChange(CHANGES::add);
    services.onBusEvent(EVENTS::add);
  }

  @AfterAll
  static void stop() {
    services.close();
    instance.close();
  }

  @Test
  void version_1_finds_all_services() throws Exception {
    Path jars = jars("com.amazonaws", "aws-java-sdk-", "1.12.797", "sqs", "s3", "eventbridge");
    run("SdkV1", jars, REGION, Map.of());
    assertTold("sdk v1/", "sdk.v1");
  }

  @Test
  void version_1_finds_them_in_any_other_region() throws Exception {
    Path jars = jars("com.amazonaws", "aws-java-sdk-", "1.12.797", "sqs", "s3", "eventbridge");
    run("SdkV1", jars, "ap-southeast-2", Map.of());
    assertTold("sdk v1/", "sdk.v1");
  }

  @Test
  void a_version_2_from_before_endpoint_variables_finds_all_services() throws Exception {
    Path jars = jarsV2("2.20.26");
    run("SdkV2", jars, REGION, Map.of());
    assertTold("sdk v2/", "sdk.v2");
  }

  @Test
  void a_current_version_2_finds_all_services() throws Exception {
    Path jars = jarsV2("2.59.1");
    run("SdkV2", jars, REGION, services.accessFor(Optional.of(JDK)).variables());
    assertTold("sdk v2/", "sdk.v2");
  }

  private static Path jarsV2(String version) throws IOException {
    return jars("software.amazon.awssdk", "", version, "sqs", "s3", "eventbridge");
  }

  /** What they put before this is forgotten: two of them use the same keys. */
  private static void assertTold(String keys, String source) {
    assertEquals(
        List.of(
            "ObjectCreated:Put " + keys + "a+b 5",
            "ObjectCreated:Copy " + keys + "copy 5",
            "ObjectRemoved:Delete " + keys + "copy 0"),
        CHANGES.stream()
            .map(change -> change.event() + " " + change.key() + " " + change.size())
            .toList());
    assertEquals(List.of(source), EVENTS.stream().map(BusEvent::source).toList());
  }

  private static Path jars(String group, String prefix, String version, String... artifacts)
      throws IOException {
    Path folder = CACHE.toAbsolutePath().resolve("sdk-" + version);
    if (Files.isDirectory(folder)) {
      return folder;
    }
    Files.createDirectories(CACHE);
    Path temporary = Files.createTempDirectory(CACHE.toAbsolutePath(), "sdk-");
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    String dependencies =
        Stream.of(artifacts)
            .map(artifact ->
                "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
                    .formatted(group, prefix + artifact, version))
            .collect(Collectors.joining());
    Path pom = temporary.resolve("pom.xml");
    Files.writeString(
        pom,
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
        <groupId>thaw</groupId><artifactId>clients</artifactId><version>1</version>
        <packaging>pom</packaging><dependencies>%s</dependencies></project>\
        """
            .formatted(dependencies));
    Maven.run(
        List.of(
            "-f",
            pom.toString(),
            "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies",
            "-DincludeScope=runtime",
            "-DincludeTypes=jar",
            "-DoutputDirectory=" + temporary),
        "AWS's SDK " + version);
    return Files.move(temporary, folder);
  }

  private static void run(String program, Path jars, String region, Map<String, String> endpoints)
      throws Exception {
    assumeTrue(HOST.hasMountNamespaces(), "needs mount namespaces");
    ServiceAccess access = services.accessFor(Optional.of(JDK));
    assumeTrue(access.missing().isEmpty(), access.missing().toString());
    CHANGES.clear();
    EVENTS.clear();
    Map<String, String> variables = new LinkedHashMap<>(endpoints);
    variables.put("AWS_REGION", region);
    variables.put("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE");
    variables.put("AWS_SECRET_ACCESS_KEY", "secret");
    BoxedClient client =
        new BoxedClient(
            instance,
            access,
            JDK,
            variables,
            List.of("-XX:TieredStopAtLevel=1", "-cp", "/var/runtime/*"),
            List.of(Bind.readOnly(jars, Path.of("/var/runtime"))),
            1024L * 1024 * 1024,
            Duration.ofSeconds(120));
    String output = client.run(program, source(program), ORDERS);
    assertEquals(SAID, output.lines().filter(SAID::contains).toList(), output);
  }

  private static String source(String program) throws IOException {
    try (InputStream source = SdkTest.class.getResourceAsStream(program + ".java")) {
      return new String(source.readAllBytes(), UTF_8);
    }
  }
}
