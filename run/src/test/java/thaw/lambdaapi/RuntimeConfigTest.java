package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.Images;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.CustomerRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentStore;
import thaw.platform.record.PlatformLimits;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Deadline;

/**
 * Process test: which version of a customer-managed runtime the environments of functions start
 * from. The runtime is a JVM whatever the image is; its name stands in a variable.
 */
@SideBySide
class RuntimeConfigTest {
  private static final String FUNCTIONS = "/2015-03-31/functions";
  private static final String RUNTIMES = "/2026-10-01/runtimes";
  private static final String ROLE = "arn:aws:iam::123456789012:role/r";
  private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:runtime/";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Long enough for one request after the other, and not much to wait for. */
  private static final Duration IDLE = Duration.ofSeconds(4);

  /** Images that nothing can be started from. */
  private static final Set<String> BROKEN = ConcurrentHashMap.newKeySet();

  @TempDir static Path folder;
  private static String zip;
  private static ApiOnPlatform door;
  private static int runtimes;

  private String runtime;

  @BeforeAll
  static void serve() throws Exception {
    Path classes =
        Sources.compile(
            folder.resolve("task"),
            """
            package image;
            public class Handler {
              public static String handle(String event) { return System.getenv("IMAGE"); }
            }
            """);
    Path archive = Sources.jar(classes, folder.resolve("code.zip"));
    zip = Base64.getEncoder().encodeToString(Files.readAllBytes(archive));
    for (String name : List.of("one", "two", "local")) {
      Images.layout(folder.resolve(name), name, "amd64");
    }
    Images.layout(folder.resolve("arm"), "arm", "arm64");
    door =
        ApiOnPlatform.open(
            folder,
            new PlatformLimits(100, IDLE),
            List.of(
                template(archive, "templated", Optional.of(folder.resolve("local"))),
                template(archive, "unknown", Optional.empty())),
            Stack.EMPTY,
            RuntimeConfigTest::started);
  }

  private static FunctionDefinition template(Path archive, String name, Optional<Path> image) {
    return FunctionDefinitionBuilder.builder()
        .logicalId(name)
        .name(name)
        .code(new CodeSource.Archive(archive))
        .handler("image.Handler::handle")
        .runtime("custom")
        .memory(new MemorySize(1769))
        .timeout(Duration.ofSeconds(20))
        .customerRuntime(Optional.of(new CustomerRuntime(ARN + "of-nobody", "prod", image)))
        .build();
  }

  private static EnvironmentSpec started(
      RealRuntime real, FunctionDefinition definition, DeploymentStore store) {
    Map<String, String> variables = new HashMap<>(definition.environment());
    definition
        .customerRuntime()
        .ifPresent(named -> {
          String image = String.valueOf(named.image().orElseThrow().getFileName());
          if (BROKEN.contains(image)) {
            throw new UserMistake("nothing starts from " + image, "mend it");
          }
          variables.put("IMAGE", image);
        });
    return real.specify(definition.withEnvironment(variables), store);
  }

  @AfterAll
  static void stop() {
    door.close();
    assertEquals(List.of(), door.problems());
  }

  @BeforeEach
  void publish() throws Exception {
    BROKEN.clear();
    runtime = "ours-" + ++runtimes;
    ok("POST", RUNTIMES, "{\"Name\":\"" + runtime + "\"}");
    version("v1", "one");
    version("v2", "two");
    ok("POST", path("/aliases"), "{\"Name\":\"prod\",\"RuntimeVersion\":\"v1\"}");
  }

  private String path(String below) {
    return RUNTIMES + "/" + runtime + below;
  }

  private void version(String name, String image) throws Exception {
    ok(
        "POST",
        path("/versions"),
        "{\"Name\":\"%s\",\"ImageUri\":\"%s\"}".formatted(name, folder.resolve(image)));
  }

  private void move(String version) throws Exception {
    ok("PUT", path("/aliases/prod"), "{\"RuntimeVersion\":\"" + version + "\"}");
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.api().port() + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode ok(String method, String path, String body) throws Exception {
    HttpResponse<String> response = send(method, path, body);
    assertTrue(response.statusCode() < 300, response.statusCode() + response.body());
    return response.body().isEmpty() ? JSON.nullNode() : JSON.readTree(response.body());
  }

  private static void refused(HttpResponse<String> response, int status, String type, String text) {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(type, response.headers().firstValue("x-amzn-ErrorType").orElse("absent"));
    assertTrue(response.body().contains(text), response.body());
  }

  private String config() {
    return config(ARN + runtime, "prod");
  }

  private static String config(String arn, String alias) {
    return "\"RuntimeConfig\": {\"RuntimeArn\": \"%s\", \"RuntimeAlias\": \"%s\"}"
        .formatted(arn, alias);
  }

  private static HttpResponse<String> create(String name, String runtime, String more)
      throws Exception {
    return send(
        "POST",
        FUNCTIONS,
        """
        {"FunctionName": "%s", "Runtime": "%s", "Handler": "image.Handler::handle", "Role": "%s",
         "MemorySize": 1769, "Timeout": 20, "Code": {"ZipFile": "%s"}%s}
        """
            .formatted(name, runtime, ROLE, zip, more.isEmpty() ? "" : ", " + more));
  }

  private void created(String name) throws Exception {
    HttpResponse<String> response = create(name, "custom", config());
    assertEquals(201, response.statusCode(), response.body());
    JsonNode described = JSON.readTree(response.body());
    assertEquals("custom", described.path("Runtime").asText());
    assertEquals(
        JSON.readTree("{" + config() + "}").path("RuntimeConfig"), described.path("RuntimeConfig"));
    active(name);
  }

  private static JsonNode configuration(String name) throws Exception {
    return ok("GET", FUNCTIONS + "/" + name + "/configuration", "");
  }

  private static void active(String name) {
    ApiOnPlatform.awaitActive(name, () -> configuration(name));
  }

  private static String versionOf(String name) throws Exception {
    return configuration(name).path("RuntimeVersionConfig").path("RuntimeVersionArn").asText();
  }

  private static String invoke(String name) throws Exception {
    return send("POST", FUNCTIONS + "/" + name + "/invocations", "\"quick\"").body();
  }

  /** When no environment of it is left. */
  private static String invokedCold(String name) throws Exception {
    Deadline.await(
        Duration.ofSeconds(60),
        "the environments of " + name + " have ended",
        () ->
            door.platform().environments().statuses().stream()
                .noneMatch(environment -> environment.function().equals(name)));
    return invoke(name);
  }

  @Test
  void a_moved_alias_is_followed_at_the_next_cold_start() throws Exception {
    created("follows");
    assertEquals("\"one\"", invoke("follows"));
    assertEquals(ARN + runtime + "/version/v1", versionOf("follows"));
    move("v2");
    assertEquals(ARN + runtime + "/version/v2", versionOf("follows"));
    assertEquals("\"one\"", invoke("follows")); // an environment that runs stays
    assertEquals("\"two\"", invokedCold("follows"));
  }

  @Test
  void an_image_that_cannot_be_started_is_told_to_who_needs_it() throws Exception {
    created("moves");
    move("v2");
    BROKEN.add("two");
    refused(
        send("POST", FUNCTIONS + "/moves/invocations", "\"quick\""),
        409,
        "ResourceConflictException",
        "nothing starts from two. Remedy: mend it");
    move("v1");
    assertEquals("\"one\"", invoke("moves"));
  }

  @Test
  void a_function_may_hold_its_runtime_until_it_is_updated() throws Exception {
    created("holds");
    String management = "/2021-07-20/functions/holds/runtime-management-config";
    ok("PUT", management + "?Qualifier=%24LATEST", "{\"UpdateRuntimeOn\":\"FunctionUpdate\"}");
    assertEquals("FunctionUpdate", ok("GET", management, "").path("UpdateRuntimeOn").asText());
    move("v2");
    assertEquals(ARN + runtime + "/version/v1", versionOf("holds"));
    assertEquals("\"one\"", invoke("holds"));
    ok("PUT", FUNCTIONS + "/holds/configuration", "{\"Description\":\"d\"}");
    active("holds");
    assertEquals(ARN + runtime + "/version/v2", versionOf("holds"));
    assertEquals("\"two\"", invoke("holds"));
  }

  @Test
  void a_function_may_name_a_version_of_its_runtime() throws Exception {
    created("names");
    String management = "/2021-07-20/functions/names/runtime-management-config";
    ok(
        "PUT",
        management,
        "{\"UpdateRuntimeOn\":\"Manual\",\"RuntimeVersionArn\":\"%s%s/version/v2\"}"
            .formatted(ARN, runtime));
    assertEquals("\"two\"", invoke("names"));
    refused(
        send(
            "PUT",
            management,
            "{\"UpdateRuntimeOn\":\"Manual\",\"RuntimeVersionArn\":\"%s%s/version/v3\"}"
                .formatted(ARN, runtime)),
        400,
        "InvalidParameterValueException",
        "is not a version of the function's runtime");
    assertEquals(202, send("DELETE", path("/versions/v2"), "").statusCode());
    refused(
        send("POST", FUNCTIONS + "/names/invocations", "\"quick\""),
        409,
        "RuntimeVersionDeletedException",
        "/version/v2");
    ok("PUT", management, "{\"UpdateRuntimeOn\":\"FunctionUpdate\"}"); // it stays where it is
    refused(
        send("POST", FUNCTIONS + "/names/invocations", "\"quick\""),
        409,
        "RuntimeVersionDeletedException",
        "/version/v2");
    ok("PUT", management, "{\"UpdateRuntimeOn\":\"Auto\"}");
    assertEquals("\"one\"", invokedCold("names"));
  }

  @Test
  void a_published_version_follows_the_alias_too() throws Exception {
    created("published");
    ok("POST", FUNCTIONS + "/published/versions", "{}");
    move("v2");
    assertEquals(
        "\"two\"", send("POST", FUNCTIONS + "/published/invocations?Qualifier=1", "\"q\"").body());
  }

  @Test
  void functions_do_not_run_on_what_is_deleted_and_do_again_when_it_is_restored() throws Exception {
    created("users");
    assertEquals("\"one\"", invoke("users"));
    assertEquals(202, send("DELETE", path("/aliases/prod"), "").statusCode());
    refused(
        send("POST", FUNCTIONS + "/users/invocations", "\"quick\""),
        409,
        "RuntimeAliasDeletedException",
        "/alias/prod");
    ok("POST", path("/restore?RuntimeAlias=prod"), "");
    assertEquals("\"one\"", invoke("users"));
  }

  @Test
  void a_function_can_be_moved_to_a_runtime_and_away() throws Exception {
    String java = "java" + door.real().jdk().feature();
    assertEquals(201, create("moved", java, "").statusCode());
    active("moved");
    refused(
        send("PUT", FUNCTIONS + "/moved/configuration", "{" + config() + "}"),
        400,
        "InvalidParameterValueException",
        "RuntimeConfig is allowed only when Runtime is custom");
    refused(
        send("PUT", FUNCTIONS + "/moved/configuration", "{\"Runtime\":\"custom\"}"),
        400,
        "InvalidParameterValueException",
        "RuntimeConfig is required when Runtime is custom.");
    ok("PUT", FUNCTIONS + "/moved/configuration", "{\"Runtime\":\"custom\"," + config() + "}");
    active("moved");
    assertEquals("\"one\"", invoke("moved"));
    ok("PUT", FUNCTIONS + "/moved/configuration", "{\"Runtime\":\"" + java + "\"}");
    active("moved");
    assertTrue(configuration("moved").path("RuntimeConfig").isMissingNode());
    assertEquals("null", invoke("moved"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "custom | `` | InvalidParameterValueException | RuntimeConfig is required when Runtime is custom.",
        "java25 | OWN | InvalidParameterValueException | allowed only when Runtime is custom: java25",
        "custom | \"RuntimeConfig\": {} | ValidationException | 'runtimeConfig.runtimeArn'",
        "custom | \"RuntimeConfig\": {\"RuntimeArn\": \"x\", \"RuntimeAlias\": \"\"} | ValidationException | 'runtimeConfig.runtimeAlias'",
        "custom | ABSENT | InvalidParameterValueException | Runtime alias does not exist: ",
        "custom | FOREIGN | InvalidParameterValueException | Runtime alias does not exist: ",
        "custom | OWN, \"Architectures\": [\"arm64\"] | InvalidParameterValueException | does not support the architecture of the function, arm64"
      })
  void a_function_needs_a_runtime_that_is_there(
      String identifier, String config, String type, String text) throws Exception {
    String more =
        config
            .replace("OWN", config())
            .replace("ABSENT", config(ARN + runtime, "absent"))
            .replace(
                "FOREIGN", config(ARN.replace("123456789012", "999999999999") + runtime, "prod"));
    refused(create("not-made", identifier, more), 400, type, text);
  }

  @Test
  void a_publisher_can_end_the_use_of_a_runtime_by_dates() throws Exception {
    created("early");
    String today = LocalDate.now(ZoneOffset.UTC).toString();
    String blocks = "{\"RuntimeVersion\":\"v1\",\"ReleaseLifecycle\":{\"%s\":\"" + today + "\"}}";
    ok("PUT", path("/aliases/prod"), blocks.formatted("FunctionCreateBlockDate"));
    String invalid = "InvalidParameterValueException";
    refused(create("late", "custom", config()), 400, invalid, "for creating functions");
    ok("PUT", FUNCTIONS + "/early/configuration", "{\"Description\":\"d\"}");
    active("early");
    ok("PUT", path("/aliases/prod"), blocks.formatted("FunctionUpdateBlockDate"));
    refused(
        send("PUT", FUNCTIONS + "/early/configuration", "{\"Description\":\"e\"}"),
        400,
        invalid,
        "for updating functions");
    refused(
        send("PUT", FUNCTIONS + "/early/code", "{\"ZipFile\":\"" + zip + "\"}"),
        400,
        invalid,
        "for updating functions");
    assertEquals("\"one\"", invoke("early"));
    String java = "java" + door.real().jdk().feature();
    ok("PUT", FUNCTIONS + "/early/configuration", "{\"Runtime\":\"" + java + "\"}");
    active("early");
  }

  @Test
  void a_function_of_the_template_runs_on_the_image_that_it_names() throws Exception {
    assertEquals("\"local\"", invoke("templated"));
    assertEquals(
        JSON.readTree("{" + config(ARN + "of-nobody", "prod") + "}").path("RuntimeConfig"),
        configuration("templated").path("RuntimeConfig"));
  }

  @Test
  void a_runtime_that_nobody_knows_is_a_mistake_with_a_remedy() throws Exception {
    refused(
        send("POST", FUNCTIONS + "/unknown/invocations", "\"quick\""),
        409,
        "ResourceConflictException",
        "ThawRuntimeImage: PATH");
    assertEquals("Failed", configuration("unknown").path("State").asText());
  }
}
