package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.KeptProject;
import thaw.fixture.SideBySide;
import thaw.function.resource.TableDefinition;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Deadline;
import thaw.service.process.LocalService;

/** With the real DynamoDB Local; the first run downloads it. */
@SideBySide
class LocalServicesTest {
  private static final SandboxHost HOST = SandboxHost.probe();
  private static final Jdk JDK = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
  private static final Path CACHE = Path.of("target", "services");
  private static final String REGION = "eu-west-1";
  private static final TableDefinition PETS =
      new TableDefinition(
          "PetTable",
          "pets",
          Map.of(
              "BillingMode",
              "PAY_PER_REQUEST",
              "AttributeDefinitions",
              List.of(
                  Map.of("AttributeName", "id", "AttributeType", "S"),
                  Map.of("AttributeName", "owner", "AttributeType", "S")),
              "KeySchema",
              List.of(Map.of("AttributeName", "id", "KeyType", "HASH")),
              "GlobalSecondaryIndexes",
              List.of(
                  Map.of(
                      "IndexName",
                      "by-owner",
                      "KeySchema",
                      List.of(Map.of("AttributeName", "owner", "KeyType", "HASH")),
                      "Projection",
                      Map.of("ProjectionType", "ALL"))),
              "StreamSpecification",
              Map.of("StreamViewType", "NEW_IMAGE"),
              "SSESpecification",
              Map.of("SSEEnabled", true),
              "PointInTimeRecoverySpecification",
              Map.of("PointInTimeRecoveryEnabled", true),
              "TimeToLiveSpecification",
              Map.of("AttributeName", "expiry", "Enabled", true)));

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;

  @BeforeAll
  static void start() {
    instance = Instance.open(HOST, base);
    services = LocalServices.start(instance, spec(List.of(PETS)), line -> {});
  }

  @AfterAll
  static void stop() {
    services.close();
    instance.close();
  }

  private static ServiceSpec spec(List<TableDefinition> tables) {
    return ServiceSpecBuilder.builder()
        .tables(tables)
        .region(REGION)
        .account(ReadOptions.DEFAULT_ACCOUNT)
        .jdk(JDK)
        .cache(CACHE)
        .project(Optional.of(KeptProject.named("LocalServicesTest")))
        .build();
  }

  private static AwsJson api(LocalServices from) {
    String url = from.accessFor(Optional.of(JDK)).variables().get("AWS_ENDPOINT_URL_DYNAMODB");
    return AwsJson.of(
        url, AwsJson.Protocol.DYNAMODB, "us-east-1"); // any region sees the same tables
  }

  @Test
  void without_tables_nothing_is_started() {
    try (LocalServices none = LocalServices.start(instance, spec(List.of()), line -> {})) {
      assertEquals(ServiceAccess.none(), none.accessFor(Optional.of(JDK)));
    }
  }

  @Test
  void an_item_that_was_put_is_got() throws Exception {
    Map<String, Object> key = Map.of("id", Map.of("S", "1"));
    Map<String, Object> item = new HashMap<>(key);
    item.put("name", Map.of("S", "Rex"));
    try (AwsJson api = api(services)) {
      api.call("PutItem", Map.of("TableName", "pets", "Item", item));
      JsonNode got = api.call("GetItem", Map.of("TableName", "pets", "Key", key));
      assertEquals("Rex", got.at("/Item/name/S").asText());
    }
  }

  @Test
  void the_table_has_the_templates_index_stream_and_time_to_live() throws Exception {
    Map<String, String> name = Map.of("TableName", "pets");
    try (AwsJson api = api(services)) {
      var table = api.call("DescribeTable", name).path("Table");
      assertEquals("ACTIVE", table.path("TableStatus").asText());
      assertEquals("by-owner", table.at("/GlobalSecondaryIndexes/0/IndexName").asText());
      assertEquals("NEW_IMAGE", table.at("/StreamSpecification/StreamViewType").asText());
      var timeToLive = api.call("DescribeTimeToLive", name);
      assertEquals("expiry", timeToLive.at("/TimeToLiveDescription/AttributeName").asText());
    }
  }

  @Test
  void only_the_declared_tables_exist() throws Exception {
    try (AwsJson api = api(services)) {
      assertEquals("[\"pets\"]", api.call("ListTables", Map.of()).path("TableNames").toString());
    }
  }

  @Test
  void nothing_of_ours_stands_between_unless_conditions_are_given() throws IOException {
    assertFalse(OwnSockets.listenOn(services.endpoints().get(LocalService.DYNAMODB).getPort()));
  }

  @Test
  void it_listens_on_loopback_only() throws IOException {
    String url = services.accessFor(Optional.of(JDK)).variables().get("AWS_ENDPOINT_URL_DYNAMODB");
    int port = java.net.URI.create(url).getPort();
    String suffix = ":%04X".formatted(port);
    List<String> listeners = new ArrayList<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.strip().split(" +");
        if (fields[1].endsWith(suffix) && fields[3].equals("0A")) { // LISTEN
          listeners.add(fields[1].substring(fields[1].length() - 13, fields[1].length() - 5));
        }
      }
    }
    assertEquals(List.of("0100007F"), listeners); // 127.0.0.1 in host byte order
  }

  @Test
  void a_refused_table_is_named_with_the_services_reason() {
    TableDefinition bad =
        new TableDefinition("Bad", "bad", Map.of("BillingMode", "PAY_PER_REQUEST"));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> {
              try (AwsJson api = api(services)) {
                new TableCreation(api, bad).run();
              }
            });
    assertTrue(
        mistake.getMessage().startsWith("DynamoDB Local refuses the table bad: "),
        mistake.getMessage());
    assertEquals("correct the properties of Bad in the template", mistake.remedy());
  }

  @TestFactory
  Stream<DynamicTest> a_program_that_dials_the_real_host_name_reaches_it() {
    assumeTrue(HOST.hasMountNamespaces(), "needs mount namespaces");
    return Jdks.find(System.getenv(), Path.of("/nowhere")).all().stream()
        .filter(jdk -> jdk.feature() >= 11)
        .map(jdk -> DynamicTest.dynamicTest("on " + jdk.label(), () -> dial(jdk)));
  }

  private static void dial(Jdk jdk) throws Exception {
    ServiceAccess access = services.accessFor(Optional.of(jdk));
    assumeTrue(access.missing().isEmpty(), access.missing().toString());
    String output =
        BoxedClient.of(instance, access, jdk)
            .run("Dial", DIAL, "https://dynamodb." + REGION + ".amazonaws.com/");
    assertTrue(output.contains("200 {\"TableNames\":[\"pets\"]}"), output);
  }

  private static final String DIAL =
      """
      import java.net.HttpURLConnection;
      import java.net.URL;

      class Dial {
        public static void main(String[] arguments) throws Exception {
          HttpURLConnection post = (HttpURLConnection) new URL(arguments[0]).openConnection();
          post.setDoOutput(true);
          post.setRequestProperty("Content-Type", "application/x-amz-json-1.0");
          post.setRequestProperty("X-Amz-Target", "DynamoDB_20120810.ListTables");
          post.setRequestProperty(
              "Authorization",
              "AWS4-HMAC-SHA256 Credential=A/20260101/eu-west-1/dynamodb/aws4_request,"
                  + " SignedHeaders=host, Signature=0");
          post.getOutputStream().write("{}".getBytes());
          System.out.println(
              post.getResponseCode() + " " + new String(post.getInputStream().readAllBytes()));
        }
      }
      """;

  @Test
  void nothing_is_left_after_a_start_that_failed(@TempDir Path other) throws IOException {
    TableDefinition bad = new TableDefinition("Bad", "bad", Map.of());
    try (Instance own = Instance.open(HOST, other)) {
      List<String> before = names(own.directory());
      assertThrows(
          UserMistake.class, () -> LocalServices.start(own, spec(List.of(bad)), line -> {}));
      assertEquals(before, names(own.directory()));
    }
  }

  @Test
  void nothing_is_left_after_close(@TempDir Path other) throws Exception {
    try (Instance own = Instance.open(HOST, other)) {
      List<String> before = names(own.directory());
      LocalServices second = LocalServices.start(own, spec(List.of(PETS)), line -> {});
      String url = second.accessFor(Optional.of(JDK)).variables().get("AWS_ENDPOINT_URL_DYNAMODB");
      assertFalse(names(own.directory()).equals(before));
      second.close();
      assertEquals(before, names(own.directory()));
      try (AwsJson api = AwsJson.of(url, AwsJson.Protocol.DYNAMODB, REGION)) {
        Deadline.await(Duration.ofSeconds(5), "the service still answers", () -> !answers(api));
      }
    }
  }

  private static boolean answers(AwsJson api) {
    try {
      api.call("ListTables", Map.of());
      return true;
    } catch (IOException | ServiceFault | InterruptedException e) {
      return false;
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(child -> child.getFileName().toString()).sorted().toList();
    }
  }
}
