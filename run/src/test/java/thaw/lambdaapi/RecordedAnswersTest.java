package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.platform.record.PlatformLimits;

/**
 * Answers of the control plane as they were recorded on AWS (2025-11-25, public LocalStack
 * repository: test_lambda_api and the event source mappings' tests).
 */
@SideBySide
class RecordedAnswersTest {
  private static final String FUNCTIONS = "/2015-03-31/functions";
  private static final String MAPPINGS = "/2015-03-31/event-source-mappings";
  private static final String LAYERS = "/2018-10-31/layers";
  private static final String PLACE = "arn:aws:lambda:us-east-1:123456789012:";
  private static final String ARN = PLACE + "function:";
  private static final String TO_INVOKE =
      "(arn:(aws[a-zA-Z-]*)?:lambda:)?((eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:)?(\\d{12}:)?(function:)?([a-zA-Z0-9-_\\.]+)(:(\\$LATEST(\\.PUBLISHED)?|[a-zA-Z0-9-_]+))?";
  private static final String TO_CREATE =
      "(arn:(aws[a-zA-Z-]*)?:lambda:)?((eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:)?(\\d{12}:)?(function:)?([a-zA-Z0-9-_]+)(:(\\$LATEST|[a-zA-Z0-9-_]+))?";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static byte[] zip;
  private static ApiOnPlatform server;

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
    server = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of());
    assertEquals(201, create("f", "").statusCode());
    active("f");
  }

  @AfterAll
  static void stop() {
    server.close();
    assertEquals(List.of(), server.problems());
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve(path))
            .timeout(Duration.ofSeconds(60))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode json(String method, String path, String body) throws Exception {
    HttpResponse<String> response = send(method, path, body);
    assertEquals(2, response.statusCode() / 100, response.body());
    return response.body().isEmpty() ? JSON.nullNode() : JSON.readTree(response.body());
  }

  private static String zipFile() {
    return "{\"ZipFile\": \"" + Base64.getEncoder().encodeToString(zip) + "\"}";
  }

  /**
   * @param more further members, each behind a comma
   */
  private static HttpResponse<String> create(String name, String more) throws Exception {
    return send(
        "POST",
        FUNCTIONS,
        """
        {"FunctionName": "%s", "Runtime": "java%d", "Handler": "wire.Handler::echo",
         "Role": "arn:aws:iam::123456789012:role/r", "Code": %s%s}
        """
            .formatted(name, server.real().jdk().feature(), zipFile(), more));
  }

  private static void active(String name) {
    ApiOnPlatform.awaitActive(
        name, () -> json("GET", FUNCTIONS + "/" + name + "/configuration", ""));
  }

  private static String revision(String name) throws Exception {
    return json("GET", FUNCTIONS + "/" + name, "")
        .path("Configuration")
        .path("RevisionId")
        .asText();
  }

  private static void assertRefused(
      int status, String type, String message, HttpResponse<String> response) throws Exception {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(type, response.headers().firstValue("x-amzn-ErrorType").orElse("absent"));
    JsonNode body = JSON.readTree(response.body());
    assertEquals(message, body.path("message").asText(body.path("Message").asText()));
  }

  private static String malformed(String value, String pattern) {
    return "Value '%s' at 'functionName' failed to satisfy constraint: Member must satisfy regular expression pattern: %s"
        .formatted(value, pattern);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my-function!",
        "*",
        "with.dot",
        "my-function:invalid!",
        "invalid:function:name",
        "invalid-account:function:my-function",
        "arn:aws:lambda:invalid-region:123456789012:function:my-function",
        "arn:aws:ec2:us-east-1:123456789012:instance:i-1234567890abcdef0",
        "arn:aws:lambda:us-east-1:123456789012:function:my-function:1:2",
        "arn:aws:lambda::123456789012:function:my-function",
        "arn:aws:lambda:us-east-1::function:my-function"
      })
  void a_new_function_s_name_has_a_pattern_of_its_own(String name) throws Exception {
    assertRefused(
        400,
        "ValidationException",
        "1 validation error detected: " + malformed(name, TO_CREATE),
        create(name, ""));
  }

  @Test
  void a_new_name_that_is_too_long_and_malformed_is_told_both() throws Exception {
    String name = "arn:aws:lambda:invalid-region:123456789012:function:" + "a".repeat(140);
    assertRefused(
        400,
        "ValidationException",
        "2 validation errors detected: Value '"
            + name
            + "' at 'functionName' failed to satisfy constraint: Member must have length less than"
            + " or equal to 140; "
            + malformed(name, TO_CREATE),
        create(name, ""));
  }

  @ParameterizedTest
  @CsvSource({"GET,", "DELETE,", "POST, /invocations"})
  void a_long_qualifier_and_a_malformed_name_are_told_both(String method, String rest)
      throws Exception {
    String name = "arn:aws:lambda:invalid-region:123456789012:function:f";
    String qualifier = "a".repeat(129);
    assertRefused(
        400,
        "ValidationException",
        "2 validation errors detected: Value '"
            + qualifier
            + "' at 'qualifier' failed to satisfy constraint: Member must have length less than or"
            + " equal to 128; "
            + malformed(name, TO_INVOKE),
        send(
            method,
            FUNCTIONS
                + "/"
                + URLEncoder.encode(name, StandardCharsets.UTF_8)
                + (rest == null ? "" : rest)
                + "?Qualifier="
                + qualifier,
            ""));
  }

  private static HttpResponse<String> publishLayer(String name, String runtimes) throws Exception {
    return send(
        "POST",
        LAYERS + "/" + name + "/versions",
        "{\"CompatibleRuntimes\": " + runtimes + ", \"Content\": " + zipFile() + "}");
  }

  @Test
  void a_layer_may_name_runtimes_that_functions_may_no_longer_have() throws Exception {
    String retired =
        "[\"java8\",\"provided\",\"go1.x\",\"nodejs\",\"nodejs4.3\",\"nodejs12.x\",\"nodejs14.x\",\"python2.7\",\"python3.7\",\"dotnetcore3.1\",\"ruby2.7\"]";
    HttpResponse<String> published = publishLayer("old", retired);
    assertEquals(201, published.statusCode(), published.body());
    assertEquals(
        JSON.readTree(retired), JSON.readTree(published.body()).path("CompatibleRuntimes"));
    assertEquals(
        "old",
        json("GET", LAYERS + "?CompatibleRuntime=go1.x", "")
            .path("Layers")
            .path(0)
            .path("LayerName")
            .asText());
    assertEquals(400, publishLayer("none", "[\"java7\"]").statusCode());
    String refusal = send("GET", LAYERS + "?CompatibleRuntime=java7", "").body();
    assertTrue(refusal.contains("enum value set: [ruby3.5, ruby2.6, dotnetcore1.0"), refusal);
  }

  @Test
  void tags_and_permissions_change_a_function_s_revision() throws Exception {
    create("revised", "");
    active("revised");
    String first = revision("revised");
    String tags = "/2017-03-31/tags/" + ARN + "revised";
    json("POST", tags, "{\"Tags\": {\"a\": \"b\"}}");
    String tagged = revision("revised");
    assertNotEquals(first, tagged);
    json("DELETE", tags + "?tagKeys=a", "");
    String untagged = revision("revised");
    assertNotEquals(tagged, untagged);

    HttpResponse<String> stale = permit("revised", "", "s", first);
    assertEquals(412, stale.statusCode(), stale.body());
    assertEquals(201, permit("revised", "", "s", untagged).statusCode());
    String permitted = revision("revised");
    assertNotEquals(untagged, permitted);
    assertEquals(
        permitted, json("GET", FUNCTIONS + "/revised/policy", "").path("RevisionId").asText());
    json("DELETE", FUNCTIONS + "/revised/policy/s?RevisionId=" + permitted, "");
    assertNotEquals(permitted, revision("revised"));
  }

  private static HttpResponse<String> permit(
      String function, String query, String sid, String revision) throws Exception {
    return send(
        "POST",
        FUNCTIONS + "/" + function + "/policy" + query,
        """
        {"StatementId": "%s", "Action": "lambda:InvokeFunction", "Principal": "s3.amazonaws.com",
         "RevisionId": "%s"}
        """
            .formatted(sid, revision));
  }

  private static String alias(String function, String name) throws Exception {
    return json(
            "POST",
            FUNCTIONS + "/" + function + "/aliases",
            "{\"Name\": \"" + name + "\", \"FunctionVersion\": \"$LATEST\"}")
        .path("RevisionId")
        .asText();
  }

  @Test
  void a_permission_of_an_alias_may_insist_on_the_alias_revision() throws Exception {
    String revision = alias("f", "permitted");
    assertEquals(412, permit("f", "?Qualifier=permitted", "s", "wrong").statusCode());
    assertEquals(201, permit("f", "?Qualifier=permitted", "s", revision).statusCode());
    String policy =
        json("GET", FUNCTIONS + "/f/policy?Qualifier=permitted", "").path("RevisionId").asText();
    assertEquals(201, permit("f", "?Qualifier=permitted", "s2", policy).statusCode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST|/2019-09-25/functions/none/event-invoke-config|{\"MaximumRetryAttempts\": 1}|404|ResourceNotFoundException|The function doesn't exist.",
        "POST|/2019-09-25/functions/f/event-invoke-config|{\"MaximumRetryAttempts\": 1}|404|ResourceNotFoundException|The function ARN:f:$LATEST doesn't have an EventInvokeConfig",
        "DELETE|/2019-09-30/functions/f/provisioned-concurrency?Qualifier=$LATEST||400|InvalidParameterValueException|The function resource provided must be an alias or a published version.",
        "DELETE|/2019-09-30/functions/f/provisioned-concurrency?Qualifier=noalias||404|ResourceNotFoundException|Cannot find alias arn: ARN:f:noalias",
        "DELETE|/2019-09-30/functions/f/provisioned-concurrency?Qualifier=10||404|ResourceNotFoundException|Function not found: ARN:f:10",
        "DELETE|/2015-03-31/functions/f/policy/s?Qualifier=noalias||404|ResourceNotFoundException|Cannot find alias arn: ARN:f:noalias",
        "DELETE|/2015-03-31/functions/f/policy/s||404|ResourceNotFoundException|No policy is associated with the given resource.",
        "PUT|/2021-10-31/functions/none/url|{\"AuthType\": \"NONE\"}|404|ResourceNotFoundException|Function does not exist",
        "PUT|/2021-10-31/functions/f/url?Qualifier=noalias|{\"AuthType\": \"NONE\"}|404|ResourceNotFoundException|Function does not exist",
        "PUT|/2021-10-31/functions/f/url|{\"AuthType\": \"NONE\"}|404|ResourceNotFoundException|The resource you requested does not exist."
      })
  void what_is_not_there_is_told_in_the_recorded_words(
      String method, String path, String body, int status, String type, String message)
      throws Exception {
    assertRefused(
        status,
        type,
        message.replace("ARN:", ARN),
        send(method, path.replace("$", "%24"), body == null ? "" : body));
  }

  @Test
  void a_url_goes_with_its_alias_and_lists_name_the_mode_that_nobody_named() throws Exception {
    alias("f", "shown");
    String url = "/2021-10-31/functions/f/url?Qualifier=shown";
    JsonNode created = json("POST", url, "{\"AuthType\": \"NONE\"}");
    assertFalse(created.has("InvokeMode"));
    JsonNode listed =
        json("GET", "/2021-10-31/functions/f/urls", "").path("FunctionUrlConfigs").path(0);
    assertEquals("BUFFERED", listed.path("InvokeMode").asText());
    json("DELETE", FUNCTIONS + "/f/aliases/shown", "");
    assertTrue(
        json("GET", "/2021-10-31/functions/f/urls", "").path("FunctionUrlConfigs").isEmpty());
    HttpResponse<String> gone =
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(server.address() + "/_thaw/url/f:shown/")).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(403, gone.statusCode());
    String host = URI.create(created.path("FunctionUrl").asText()).getHost();
    assertTrue(rawGet(host).contains("Forbidden. For troubleshooting Function URL"), rawGet(host));
    assertTrue(rawGet("never" + host.substring(5)).contains("{\"Message\":null}"), host);
  }

  /** The JDK's client lets nobody choose the header {@code Host}. */
  private static String rawGet(String host) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              ("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void layers_are_part_of_the_account_s_code_and_their_region_is_looked_at_first()
      throws Exception {
    long before = codeSize();
    assertEquals(201, publishLayer("counted", "[\"java21\"]").statusCode());
    assertEquals(before + zip.length, codeSize());
    assertRefused(
        400,
        "InvalidParameterValueException",
        "Layers are not in the same region as the function. Layers are expected to be in region"
            + " us-east-1.",
        create("f", ", \"Layers\": [\"arn:aws:lambda:eu-west-1:123456789012:layer:counted:1\"]"));
  }

  @Test
  void what_contradicts_itself_is_told_before_what_is_not_there() throws Exception {
    String destination =
        ", \"DestinationConfig\": {\"OnSuccess\": {\"Destination\":"
            + " \"arn:aws:sqs:us-east-1:123456789012:other\"}}";
    String queue = "arn:aws:sqs:us-east-1:123456789012:somequeue";
    assertRefused(
        400,
        "InvalidParameterValueException",
        "Unsupported DestinationConfig parameter for given event source mapping type.",
        mapTo("doesnotexist", queue, destination));
    assertRefused(
        400,
        "InvalidParameterValueException",
        "Function does not exist",
        mapTo("doesnotexist", queue, ""));
    String csc = PLACE + "code-signing-config:csc-" + "0".repeat(17);
    HttpResponse<String> both =
        send(
            "PUT",
            "/2020-06-30/functions/doesnotexist/code-signing-config",
            "{\"CodeSigningConfigArn\": \"" + csc + "\"}");
    assertRefused(
        404,
        "CodeSigningConfigNotFoundException",
        "The code signing configuration cannot be found. Check that the provided configuration is"
            + " not deleted: "
            + csc
            + ".",
        both);
  }

  @Test
  void a_code_signing_configuration_that_is_not_there_is_told_without_a_type() throws Exception {
    String csc = PLACE + "code-signing-config:csc-" + "0".repeat(17);
    HttpResponse<String> none = send("DELETE", "/2020-04-22/code-signing-configs/" + csc, "");
    assertEquals(404, none.statusCode());
    assertEquals(
        "{\"Message\":\"The Lambda code signing configuration " + csc + " can not be found.\"}",
        none.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sqs:us-east-1:123456789012:q|, \"StartingPosition\": \"LATEST\"|StartingPosition is not valid for SQS event sources.",
        "sqs:us-east-1:123456789012:q|, \"BisectBatchOnFunctionError\": true|Unsupported BisectBatchOnFunctionError parameter for given event source mapping type.",
        "kinesis:us-east-1:123456789012:stream/s|, \"StartingPosition\": \"LATEST\", \"ScalingConfig\": {\"MaximumConcurrency\": 2}|Unsupported ScalingConfig parameter for given event source mapping type.",
        "kinesis:us-east-1:123456789012:stream/s|, \"StartingPosition\": \"AT_TIMESTAMP\"|StartingPositionTimestamp is required when StartingPosition is AT_TIMESTAMP.",
        "kinesis:us-east-1:123456789012:stream/s|, \"StartingPosition\": \"LATEST\", \"MaximumRecordAgeInSeconds\": 30|MaximumRecordAgeInSeconds must be -1, or at least 60: 30"
      })
  void a_mapping_has_no_members_of_other_sources(String source, String more, String message)
      throws Exception {
    assertRefused(400, "InvalidParameterValueException", message, map("arn:aws:" + source, more));
  }

  @Test
  void log_levels_need_the_format_JSON() throws Exception {
    assertRefused(
        400,
        "InvalidParameterValueException",
        "LogLevel is not supported when LogFormat is set to \"Text\". Remove LogLevel from your"
            + " request or change the LogFormat to \"JSON\" and try again.",
        create("leveled", ", \"LoggingConfig\": {\"ApplicationLogLevel\": \"DEBUG\"}"));
  }

  @Test
  void alexa_may_be_permitted_and_a_policy_that_is_too_long_is_told_with_its_length()
      throws Exception {
    create("spoken", "");
    String policy = FUNCTIONS + "/spoken/policy";
    String statement =
        """
        {"StatementId": "%s", "Action": "lambda:InvokeFunction", "EventSourceToken": "%s",
         "Principal": "alexa-appkit.amazon.com"}
        """;
    assertEquals(201, send("POST", policy, statement.formatted("alexa", "t")).statusCode());
    HttpResponse<String> last = send("POST", policy, statement.formatted("s", "t".repeat(256)));
    for (int i = 0; i < 100 && last.statusCode() == 201; i++) {
      last = send("POST", policy, statement.formatted("s" + i, "t".repeat(256)));
    }
    assertTrue(
        last.body()
            .matches(
                ".*The final policy size \\(20[4-9]\\d\\d\\) is bigger than the limit \\(20480\\)\\..*"),
        last.body());
  }

  @Test
  void good_answers_of_Invoke_name_their_trace() throws Exception {
    String root = "1-5759e988-bd862e3fe1be46a994272793";
    for (String type : List.of("RequestResponse", "Event", "DryRun")) {
      HttpResponse<String> answer =
          CLIENT.send(
              HttpRequest.newBuilder(server.address().resolve(FUNCTIONS + "/f/invocations"))
                  .header("X-Amz-Invocation-Type", type)
                  .header("X-Amzn-Trace-Id", "Root=" + root + ";Sampled=1")
                  .POST(BodyPublishers.ofString("{}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(
          "root=" + root + ";sampled=1",
          answer.headers().firstValue("X-Amzn-Trace-Id").orElse("absent"),
          type);
      assertEquals(
          "0", answer.headers().firstValue("x-amzn-Remapped-Content-Length").orElse("absent"));
    }
  }

  private static long codeSize() throws Exception {
    return json("GET", "/2016-08-19/account-settings", "")
        .path("AccountUsage")
        .path("TotalCodeSize")
        .asLong();
  }

  private static HttpResponse<String> map(String source, String more) throws Exception {
    return mapTo("f", source, more);
  }

  private static HttpResponse<String> mapTo(String function, String source, String more)
      throws Exception {
    return send(
        "POST",
        MAPPINGS,
        "{\"FunctionName\": \"%s\", \"EventSourceArn\": \"%s\"%s}"
            .formatted(function, source, more));
  }

  @Test
  void mappings_of_no_function_are_none() throws Exception {
    assertTrue(
        json("GET", MAPPINGS + "?FunctionName=none", "").path("EventSourceMappings").isEmpty());
  }

  @Test
  void a_mapping_without_filters_has_no_criteria_and_a_disabled_one_is_so_at_once()
      throws Exception {
    JsonNode made =
        JSON.readTree(
            map(
                    "arn:aws:sqs:us-east-1:123456789012:plain",
                    ", \"Enabled\": false, \"FilterCriteria\": {\"Filters\": []}")
                .body());
    assertFalse(made.has("FilterCriteria"), made.toString());
    assertEquals("Disabled", made.path("State").asText());
    String one = MAPPINGS + "/" + made.path("UUID").asText();
    String filter = "{\"FilterCriteria\": {\"Filters\": [{\"Pattern\": \"{}\"}]}}";
    assertTrue(json("PUT", one, filter).has("FilterCriteria"));
    assertFalse(json("PUT", one, "{\"FilterCriteria\": {}}").has("FilterCriteria"));
  }

  @Test
  void a_stream_that_has_a_mapping_already_is_told_in_words_of_its_own() throws Exception {
    String stream = "arn:aws:dynamodb:us-east-1:123456789012:table/t/stream/1";
    JsonNode made = JSON.readTree(map(stream, ", \"StartingPosition\": \"LATEST\"").body());
    String uuid = made.path("UUID").asText();
    assertRefused(
        409,
        "ResourceConflictException",
        "The event source arn (\" "
            + stream
            + " \") and function (\" f \") provided mapping already exists. Please update or delete"
            + " the existing mapping with UUID "
            + uuid,
        map(stream, ", \"StartingPosition\": \"LATEST\""));
    server
        .platform()
        .resources()
        .eventSources()
        .report(server.platform().resources().eventSources().find(uuid).orElseThrow(), "OK");
    JsonNode changed = json("PUT", MAPPINGS + "/" + uuid, "{\"Enabled\": false}");
    assertEquals("Disabling", changed.path("State").asText());
    assertEquals("OK", changed.path("LastProcessingResult").asText());
  }
}
