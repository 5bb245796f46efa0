package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.packaging.DeploymentStore;
import thaw.http.OwnPages;
import thaw.lambdaapi.invoke.Rights;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.PlatformLimits;
import thaw.store.Store;

/**
 * The control plane's wire: whole bodies of errors, which clients do not show, and states that pass
 * quickly. What clients see is in {@link BotoTest}.
 */
@SideBySide
class FunctionApiTest {
  private static final String FUNCTIONS = "/2015-03-31/functions";
  private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:function:";
  private static final String ROLE = "arn:aws:iam::123456789012:role/r";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<Exception> PROBLEMS = Collections.synchronizedList(new ArrayList<>());

  /** A function's preparation takes one permit. */
  private static final Semaphore PREPARATIONS = new Semaphore(1_000);

  @TempDir static Path folder;
  private static RealRuntime real;
  private static byte[] zip;
  private static HttpServer s3;
  private static Platform platform;
  private static Store kept;
  private static EventQueue events;
  private static LambdaApi api;

  @BeforeAll
  static void serve() throws Exception {
    Path classes =
        Sources.compile(
            folder.resolve("task"),
            """
            package wire;
            public class Handler { public static Object echo(Object event) { return event; } }
            """);
    zip = Files.readAllBytes(Sources.jar(classes, folder.resolve("code.zip")));
    real = RealRuntime.open(folder);
    s3 = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    s3.createContext(
        "/",
        exchange -> {
          boolean found = exchange.getRequestURI().getRawPath().equals("/bucket/a%20key/code.zip");
          byte[] body =
              found
                  ? zip
                  : "<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>"
                      .getBytes(java.nio.charset.StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(found ? 200 : 404, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    s3.start();
    DeploymentStore store = new DeploymentStore(folder.resolve("store"));
    platform =
        new Platform(
            real.instance(),
            List.of(),
            PlatformLimits.defaults(),
            definition -> {
              PREPARATIONS.acquire();
              return real.specify(definition, store);
            },
            _ -> {},
            PROBLEMS::add,
            System::nanoTime);
    kept = Queues.memory();
    events = Queues.of(platform, kept, PROBLEMS::add);
    api =
        LambdaApi.open(
            platform,
            events,
            new LambdaApi.Exposure("127.0.0.1", 0, OwnPages.of(), (_, _) -> Rights.CHANGE),
            PROBLEMS::add,
            Optional.of(URI.create("http://127.0.0.1:" + s3.getAddress().getPort())),
            LambdaApi.Front.NONE,
            Stack.EMPTY);
  }

  @AfterAll
  static void stop() {
    api.close();
    events.close();
    platform.close();
    kept.close();
    s3.stop(0);
    real.close();
    assertEquals(List.of(), PROBLEMS);
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> create(String name, String code) throws Exception {
    String body =
        """
        {"FunctionName": "%s", "Runtime": "java%d", "Handler": "wire.Handler::echo",
         "Role": "%s", "Code": {%s}}
        """
            .formatted(name, real.jdk().feature(), ROLE, code);
    return send("POST", FUNCTIONS, body);
  }

  private static String zipFile() {
    return "\"ZipFile\": \"" + Base64.getEncoder().encodeToString(zip) + "\"";
  }

  private static JsonNode configuration(String name) throws Exception {
    return JSON.readTree(send("GET", FUNCTIONS + "/" + name + "/configuration", "").body());
  }

  private static void active(String name) {
    ApiOnPlatform.awaitActive(name, () -> configuration(name));
  }

  private static void assertError(
      HttpResponse<String> response, int status, String type, String body) throws Exception {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(type, response.headers().firstValue("x-amzn-ErrorType").orElse("absent"));
    assertEquals(JSON.readTree(body), JSON.readTree(response.body()));
  }

  @Test
  void a_function_that_is_not_prepared_yet_is_pending_and_a_change_in_progress() throws Exception {
    int permits = PREPARATIONS.drainPermits();
    assertEquals(201, create("slow", zipFile()).statusCode());
    assertEquals("Pending", configuration("slow").path("State").asText());
    String pending =
        "{\"Type\":\"User\",\"message\":\"The operation cannot be performed at this time. The"
            + " function is currently in the following state: Pending\"}";
    assertError(
        send("POST", FUNCTIONS + "/slow/invocations", "{}"),
        409,
        "ResourceConflictException",
        pending);
    assertError(
        send("PUT", FUNCTIONS + "/slow/configuration", "{\"Timeout\":9}"),
        409,
        "ResourceConflictException",
        pending);
    PREPARATIONS.release(1);
    active("slow");
    assertEquals("7", send("POST", FUNCTIONS + "/slow/invocations", "7").body());
    JsonNode changing =
        JSON.readTree(send("PUT", FUNCTIONS + "/slow/configuration", "{\"Timeout\":9}").body());
    assertEquals("InProgress", changing.path("LastUpdateStatus").asText());
    assertEquals("8", send("POST", FUNCTIONS + "/slow/invocations", "8").body());
    assertError(
        send("PUT", FUNCTIONS + "/slow/code", "{" + zipFile() + "}"),
        409,
        "ResourceConflictException",
        "{\"Type\":\"User\",\"message\":\"The operation cannot be performed at this time. An update"
            + " is in progress for resource: "
            + ARN
            + "slow\"}");
    PREPARATIONS.release(permits);
    active("slow");
    assertEquals(9, configuration("slow").path("Timeout").asInt());
  }

  @Test
  void tags_and_permissions_do_not_stop_a_change_that_is_under_way() throws Exception {
    int permits = PREPARATIONS.drainPermits();
    assertEquals(201, create("tagged", zipFile()).statusCode());
    String tags = "/2017-03-31/tags/" + ARN + "tagged";
    assertEquals(204, send("POST", tags, "{\"Tags\": {\"a\": \"b\"}}").statusCode());
    HttpResponse<String> permitted =
        send(
            "POST",
            FUNCTIONS + "/tagged/policy",
            "{\"StatementId\": \"s\", \"Action\": \"lambda:InvokeFunction\","
                + " \"Principal\": \"s3.amazonaws.com\"}");
    assertEquals(201, permitted.statusCode(), permitted.body());
    PREPARATIONS.release(permits);
    active("tagged");
    assertEquals("7", send("POST", FUNCTIONS + "/tagged/invocations", "7").body());
  }

  @Test
  void code_comes_from_a_local_s3() throws Exception {
    HttpResponse<String> created =
        create("from-s3", "\"S3Bucket\": \"bucket\", \"S3Key\": \"a key/code.zip\"");
    assertEquals(201, created.statusCode(), created.body());
    active("from-s3");
    assertEquals("1", send("POST", FUNCTIONS + "/from-s3/invocations", "1").body());
    assertError(
        create("missing", "\"S3Bucket\": \"bucket\", \"S3Key\": \"none\""),
        400,
        "InvalidParameterValueException",
        "{\"Type\":\"User\",\"message\":\"Error occurred while GetObject. S3 Error Code: NoSuchKey."
            + " S3 Error Message: The specified key does not exist.\"}");
  }

  @Test
  void code_that_is_a_reference_says_to_which_object() throws Exception {
    String object = "\"S3Bucket\": \"bucket\", \"S3Key\": \"a key/code.zip\"";
    HttpResponse<String> created =
        create("referring", object + ", \"S3ObjectStorageMode\": \"REFERENCE\"");
    assertEquals(201, created.statusCode(), created.body());
    active("referring");
    assertEquals("1", send("POST", FUNCTIONS + "/referring/invocations", "1").body());
    JsonNode code = JSON.readTree(send("GET", FUNCTIONS + "/referring", "").body()).path("Code");
    assertEquals(JSON.readTree("{" + object + "}"), code.path("ResolvedS3Object"));
    create("copying", object + ", \"S3ObjectStorageMode\": \"COPY\"");
    active("copying");
    JsonNode copy = JSON.readTree(send("GET", FUNCTIONS + "/copying", "").body()).path("Code");
    assertTrue(copy.has("Location") && !copy.has("ResolvedS3Object"), copy::toString);
  }

  /** Bodies recorded on AWS 2025-11-25 (public LocalStack repository, test_lambda_api). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET|/2015-03-31/functions/none|404|ResourceNotFoundException|{\"Type\":\"User\",\"Message\":\"Function not found: ARN:none\"}",
        "GET|/2015-03-31/functions/none?Qualifier=1|404|ResourceNotFoundException|{\"Type\":\"User\",\"Message\":\"Function not found: ARN:none:1\"}",
        "GET|/2021-10-31/functions/none/url|404|ResourceNotFoundException|{\"Type\":\"User\",\"Message\":\"The resource you requested does not exist.\"}",
        "GET|/2021-10-31/functions/none/urls|404|ResourceNotFoundException|{\"Type\":\"User\",\"Message\":\"Function does not exist\"}",
        "GET|/2019-09-25/functions/none/event-invoke-config|404|ResourceNotFoundException|{\"Type\":\"User\",\"Message\":\"The function ARN:none:$LATEST doesn't have an EventInvokeConfig\"}",
        "GET|/2019-09-30/functions/none/provisioned-concurrency?Qualifier=no|404|ResourceNotFoundException|{\"Type\":\"User\",\"Message\":\"Cannot find alias arn: ARN:none:no\"}",
        "GET|/2015-03-31/functions?FunctionVersion=invalid|400|ValidationException|{\"message\":\"1 validation error detected: Value 'invalid' at 'functionVersion' failed to satisfy constraint: Member must satisfy enum value set: [ALL]\"}",
        "DELETE|/2017-03-31/tags/arn:aws:lambda:us-east-1:123456789012:function:f|400|ValidationException|{\"message\":\"1 validation error detected: Value null at 'tagKeys' failed to satisfy constraint: Member must not be null\"}",
        "DELETE|/2015-03-31/functions/none/policy/s|404|ResourceNotFoundException|{\"Type\":\"User\",\"Message\":\"No policy found for: ARN:none\"}",
        "GET|/2018-10-31/layers/none/versions/0|400|InvalidParameterValueException|{\"Type\":\"User\",\"message\":\"Layer Version Cannot be less than 1\"}"
      })
  void errors_have_the_recorded_body(
      String method, String path, int status, String type, String body) throws Exception {
    assertError(send(method, path, ""), status, type, body.replace("ARN:", ARN));
  }

  @Test
  void a_download_that_does_not_exist_is_not_found() throws Exception {
    for (String file : List.of("x.zip", "..%2F..%2Fetc", "a".repeat(64) + ".zip")) {
      HttpResponse<String> response = send("GET", "/_thaw/code/" + file, "");
      assertEquals(404, response.statusCode(), file);
    }
  }

  @Test
  void a_request_that_is_larger_than_any_code_is_refused() throws Exception {
    HttpResponse<String> response =
        create("huge", "\"ZipFile\": \"" + "x".repeat(CodeReader.REQUEST_LIMIT_BYTES) + "\"");
    assertError(
        response,
        413,
        "RequestEntityTooLargeException",
        "{\"message\":\"Request must be smaller than 70167211 bytes for the CreateFunction"
            + " operation\"}");
    assertTrue(platform.catalog().find("huge").isEmpty());
  }
}
