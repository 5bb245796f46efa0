package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.Images;
import thaw.fixture.SideBySide;
import thaw.platform.record.PlatformLimits;

/** Operations of lambda-core, over HTTP. */
@SideBySide
class RuntimeOperationsTest {
  private static final String RUNTIMES = "/2026-10-01/runtimes";
  private static final String ARN = "arn:aws:lambda:us-east-1:123456789012:runtime/";
  private static final String WINDOW = "x-amzn-runtime-recovery-window-in-days";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSxx");
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private Path image;
  private ApiOnPlatform door;

  @BeforeEach
  void open() throws Exception {
    image = Images.layout(folder.resolve("image"), "one", "amd64", "arm64");
    door =
        ApiOnPlatform.open(
            folder,
            PlatformLimits.defaults(),
            List.of(),
            Stack.EMPTY,
            (_, definition, _) -> {
              throw new IllegalStateException("not to be run: " + definition.name());
            });
  }

  @AfterEach
  void close() {
    door.close();
    assertEquals(List.of(), door.problems());
  }

  private HttpResponse<String> send(String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + door.api().port() + RUNTIMES + path))
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode ok(int status, String method, String path, String body, String... headers)
      throws Exception {
    HttpResponse<String> response = send(method, path, body, headers);
    assertEquals(status, response.statusCode(), response.body());
    return JSON.readTree(response.body());
  }

  private JsonNode get(String path) throws Exception {
    return ok(200, "GET", path, "");
  }

  private void refused(
      int status, String type, String message, String method, String path, String body)
      throws Exception {
    refused(send(method, path, body), status, type, message);
  }

  private static void refused(
      HttpResponse<String> response, int status, String type, String message) throws Exception {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(type, response.headers().firstValue("x-amzn-ErrorType").orElse("absent"));
    JsonNode body = JSON.readTree(response.body());
    String key = type.equals("ResourceNotFoundException") ? "Message" : "message";
    assertTrue(body.path(key).asText().contains(message), response.body());
    assertEquals("User", body.path("Type").asText());
  }

  private void publish() throws Exception {
    ok(202, "POST", "", "{\"Name\":\"ours\"}");
    version("v1");
    ok(201, "POST", "/ours/aliases", "{\"Name\":\"prod\",\"RuntimeVersion\":\"v1\"}");
  }

  private JsonNode version(String name) throws Exception {
    return ok(
        201,
        "POST",
        "/ours/versions",
        "{\"Name\":\"%s\",\"ImageUri\":\"%s\"}".formatted(name, image));
  }

  private static String day(int later) {
    return LocalDate.now(ZoneOffset.UTC).plusDays(later).toString();
  }

  @Test
  void a_runtime_is_created_described_changed_deleted_and_restored() throws Exception {
    JsonNode created =
        ok(
            202,
            "POST",
            "",
            """
            {"Name": "ours", "Description": "d", "LicenseInfo": "MIT", "Tags": {"a": "b"},
             "ReleaseLifecycle": {"ReleaseState": "GA", "DeprecationDate": "%s"}}
            """
                .formatted(day(2)));
    assertEquals(ARN + "ours", created.path("Arn").asText());
    assertTrue(created.path("State").isMissingNode());
    JsonNode found = get("/" + URLEncoder.encode(ARN + "ours", StandardCharsets.UTF_8));
    assertEquals("ours", found.path("Name").asText());
    assertEquals("ACTIVE", found.path("State").asText());
    assertEquals("MIT", found.path("LicenseInfo").asText());
    assertEquals("GA", found.path("ReleaseLifecycle").path("ReleaseState").asText());
    assertTrue(found.path("Id").asText().length() > 10);
    TIME.parse(found.path("Created").asText());
    JsonNode changed = ok(200, "PUT", "/ours", "{\"LicenseInfo\":\"\"}");
    assertEquals("d", changed.path("Description").asText());
    assertEquals("", changed.path("LicenseInfo").asText());
    assertTrue(changed.path("ReleaseLifecycle").isMissingNode()); // what is omitted is removed
    assertEquals("", send("DELETE", "/ours", "", WINDOW, "7").body());
    JsonNode deleted = get("/ours");
    assertEquals("PENDING_DELETION", deleted.path("State").asText());
    Instant end = Instant.from(TIME.parse(deleted.path("PendingDeletionAt").asText()));
    Instant since = Instant.from(TIME.parse(deleted.path("LastModified").asText()));
    assertEquals(since.plus(Duration.ofDays(7)), end);
    refused(409, "ResourceConflictException", "already exists", "POST", "", "{\"Name\":\"ours\"}");
    refused(409, "ResourceConflictException", "PENDING_DELETION", "PUT", "/ours", "{}");
    JsonNode restored = ok(200, "POST", "/ours/restore", "");
    assertEquals("ours", restored.path("RuntimeName").asText());
    assertEquals("ACTIVE", restored.path("State").asText());
    assertEquals("ACTIVE", get("/ours").path("State").asText());
    assertEquals("ACTIVE", ok(200, "POST", "/ours/restore", "").path("State").asText());
  }

  @Test
  void a_version_is_made_of_an_image_on_this_machine() throws Exception {
    ok(202, "POST", "", "{\"Name\":\"ours\"}");
    String wanted = "{\"Name\":\"v1\",\"ImageUri\":\"%s\",\"ReleaseNotes\":\"n\",\"DryRun\":%s}";
    JsonNode tried = ok(201, "POST", "/ours/versions", wanted.formatted(image, true));
    refused(404, "ResourceNotFoundException", "v1", "GET", "/ours/versions/v1", "");
    JsonNode made = ok(201, "POST", "/ours/versions", wanted.formatted(image.toUri(), false));
    assertEquals(tried.path("ResolvedUri"), made.path("ResolvedUri"));
    assertTrue(
        made.path("ResolvedUri").asText().matches("file://" + image + "@sha256:[0-9a-f]{64}"));
    assertEquals(ARN + "ours/version/v1", made.path("Arn").asText());
    assertEquals("ACTIVE", made.path("State").asText());
    assertEquals("linux", made.path("Platforms").path(0).path("Os").asText());
    assertEquals("x86_64", made.path("Platforms").path(0).path("Architecture").asText());
    assertEquals(
        JSON.readTree(
            """
            {"IntegrationModels":["RuntimeAPI"],"Architectures":["arm64","x86_64"],
             "ManagedInstances":"NotSupported"}
            """),
        made.path("Compatibility"));
    assertEquals(made, get("/ours/versions/v1"));
    JsonNode noted = ok(200, "PATCH", "/ours/versions/v1", "{\"ReleaseNotes\":\"m\"}");
    assertEquals("m", noted.path("ReleaseNotes").asText());
    refused(
        409,
        "ResourceConflictException",
        "already exists",
        "POST",
        "/ours/versions",
        wanted.formatted(image, true));
  }

  @Test
  void a_registry_is_refused_with_what_can_be_given() throws Exception {
    ok(202, "POST", "", "{\"Name\":\"ours\"}");
    String uri = "123456789012.dkr.ecr.us-east-1.amazonaws.com/java:25";
    refused(
        400,
        "InvalidParameterValueException",
        "Remedy: give the absolute path, or the file: URI, of an OCI layout",
        "POST",
        "/ours/versions",
        "{\"Name\":\"v1\",\"ImageUri\":\"" + uri + "\"}");
  }

  @Test
  void an_alias_leads_to_a_version() throws Exception {
    publish();
    version("v2");
    JsonNode alias = get("/ours/aliases/prod");
    assertEquals(ARN + "ours/alias/prod", alias.path("Arn").asText());
    assertEquals(ARN + "ours/version/v1", alias.path("RuntimeVersionArn").asText());
    assertEquals(
        "RuntimeAPI", alias.path("Compatibility").path("IntegrationModels").path(0).asText());
    ok(
        200,
        "PUT",
        "/ours",
        "{\"ReleaseLifecycle\":{\"ReleaseState\":\"PREVIEW\",\"FunctionCreateBlockDate\":\"%s\"}}"
            .formatted(day(1)));
    assertEquals(
        "PREVIEW",
        get("/ours/aliases/prod").path("ReleaseLifecycle").path("ReleaseState").asText());
    JsonNode moved =
        ok(
            200,
            "PUT",
            "/ours/aliases/prod",
            "{\"RuntimeVersion\":\"v2\",\"Description\":\"e\",\"ReleaseLifecycle\":{\"ReleaseState\":\"GA\"}}");
    assertEquals("v2", moved.path("RuntimeVersion").asText());
    assertEquals("ours", moved.path("RuntimeName").asText());
    assertEquals(JSON.readTree("{\"ReleaseState\":\"GA\"}"), moved.path("ReleaseLifecycle"));
    refused(
        409,
        "ResourceConflictException",
        "already exists",
        "POST",
        "/ours/aliases",
        "{\"Name\":\"prod\",\"RuntimeVersion\":\"v1\"}");
    refused(
        404,
        "ResourceNotFoundException",
        "version/v3",
        "PUT",
        "/ours/aliases/prod",
        "{\"RuntimeVersion\":\"v3\"}");
  }

  @Test
  void what_others_need_is_not_deleted() throws Exception {
    publish();
    refused(
        409,
        "ResourceConflictException",
        ARN + "ours/alias/prod",
        "DELETE",
        "/ours/versions/v1",
        "");
    refused(409, "ResourceConflictException", "not deleted", "DELETE", "/ours", "");
    assertEquals(202, send("DELETE", "/ours/aliases/prod", "").statusCode());
    assertEquals(202, send("DELETE", "/ours/aliases/prod", "").statusCode());
    refused(409, "ResourceConflictException", "version/v1", "DELETE", "/ours", "");
    assertEquals(202, send("DELETE", "/ours/versions/v1", "").statusCode());
    refused(
        409,
        "ResourceConflictException",
        "PENDING_DELETION",
        "PATCH",
        "/ours/versions/v1",
        "{\"ReleaseNotes\":\"n\"}");
    assertEquals(202, send("DELETE", "/ours", "").statusCode());
    refused(
        409,
        "ResourceConflictException",
        "PENDING_DELETION",
        "POST",
        "/ours/versions",
        "{\"Name\":\"v2\",\"ImageUri\":\"" + image + "\"}");
    // Each needs what it hangs on.
    String conflict = "ResourceConflictException";
    refused(409, conflict, "ours", "POST", "/ours/restore?RuntimeVersion=v1", "");
    ok(200, "POST", "/ours/restore", "");
    refused(409, conflict, "version/v1", "POST", "/ours/restore?RuntimeAlias=prod", "");
    refused(
        409,
        conflict,
        "version/v1",
        "POST",
        "/ours/aliases",
        "{\"Name\":\"next\",\"RuntimeVersion\":\"v1\"}");
    JsonNode restored = ok(200, "POST", "/ours/restore?RuntimeVersion=v1", "");
    assertEquals(ARN + "ours/version/v1", restored.path("Arn").asText());
    assertEquals("v1", restored.path("RuntimeVersion").asText());
    JsonNode alias = ok(200, "POST", "/ours/restore?RuntimeAlias=prod", "");
    assertEquals("prod", alias.path("RuntimeAlias").asText());
    assertEquals("ACTIVE", get("/ours/aliases/prod").path("State").asText());
    refused(
        400,
        "InvalidParameterValueException",
        "mutually exclusive",
        "POST",
        "/ours/restore?RuntimeAlias=prod&RuntimeVersion=v1",
        "");
  }

  @Test
  void lists_have_pages() throws Exception {
    publish();
    version("v2");
    version("v3");
    ok(202, "POST", "", "{\"Name\":\"theirs\"}");
    ok(201, "POST", "/ours/aliases", "{\"Name\":\"next\",\"RuntimeVersion\":\"v2\"}");
    assertEquals(List.of("ours", "theirs"), names("", 1));
    assertEquals(List.of("v1", "v2", "v3"), names("/ours/versions", 2));
    assertEquals(List.of("next", "prod"), names("/ours/aliases", 100));
    String invalid = "InvalidParameterValueException";
    refused(400, invalid, "less than or equal to 100", "GET", "?maxResults=101", "");
    refused(400, invalid, "'maxResults'", "GET", "/ours/aliases?maxResults=0", "");
    refused(400, invalid, "Invalid NextToken", "GET", "/ours/versions?nextToken=x", "");
  }

  private List<String> names(String path, int size) throws Exception {
    List<String> names = new ArrayList<>();
    String next = "";
    do {
      JsonNode page =
          get(path + "?maxResults=" + size + (next.isEmpty() ? "" : "&nextToken=" + next));
      assertTrue(page.path("Items").size() <= size);
      page.path("Items")
          .forEach(item -> {
            names.add(item.path("Name").asText());
            assertEquals("ACTIVE", item.path("State").asText());
          });
      next = page.path("NextToken").asText();
    } while (!next.isEmpty());
    return names;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET    | /absent | ``",
        "PUT    | /absent | {}",
        "DELETE | /absent | ``",
        "POST   | /absent/restore | ``",
        "GET    | /absent/versions | ``",
        "GET    | /absent/aliases | ``",
        "POST   | /absent/versions | {\"Name\":\"v\",\"ImageUri\":\"/x\"}",
        "POST   | /absent/aliases | {\"Name\":\"v\",\"RuntimeVersion\":\"v\"}",
        "GET    | /ours/versions/absent | ``",
        "PATCH  | /ours/versions/absent | {\"ReleaseNotes\":\"n\"}",
        "DELETE | /ours/versions/absent | ``",
        "GET    | /ours/aliases/absent | ``",
        "PUT    | /ours/aliases/absent | {\"RuntimeVersion\":\"v1\"}",
        "DELETE | /ours/aliases/absent | ``",
        "POST   | /ours/restore?RuntimeVersion=absent | ``",
        "POST   | /ours/restore?RuntimeAlias=absent | ``",
        "GET    | /arn%3Aaws%3Alambda%3Aus-east-1%3A999999999999%3Aruntime%2Fours | ``",
        "GET    | /arn%3Aaws%3Alambda%3Aeu-west-1%3A123456789012%3Aruntime%2Fours | ``"
      })
  void what_is_not_there_is_not_found(String method, String path, String body) throws Exception {
    publish();
    refused(404, "ResourceNotFoundException", "not found: arn:aws:lambda:", method, path, body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST   | `` | {} | 'name' failed to satisfy constraint: Member must not be null",
        "POST   | `` | {\"Name\":\"x\"} | greater than or equal to 2",
        "POST   | `` | {\"Name\":\"Capital\"} | regular expression",
        "POST   | `` | {\"Name\":\"next\",\"Description\":\"LONG\"} | less than or equal to 1024",
        "POST   | `` | {\"Name\":\"next\",\"LicenseInfo\":\"LONG\"} | less than or equal to 1024",
        "POST   | `` | {\"Name\":\"next\",\"ReleaseLifecycle\":{\"ReleaseState\":\"OLD\"}} | 'releaseLifecycle.releaseState'",
        "POST   | `` | {\"Name\":\"next\",\"ReleaseLifecycle\":{\"DeprecationDate\":\"soon\"}} | 'releaseLifecycle.deprecationDate'",
        "POST   | `` | {\"Name\":\"next\",\"ReleaseLifecycle\":{\"DeprecationDate\":\"2027-02-30\"}} | not a day of the calendar",
        "POST   | `` | {\"Name\":\"next\",\"ReleaseLifecycle\":{\"ReleaseState\":\"DEPRECATED\"}} | requires a DeprecationDate on or before today",
        "POST   | `` | {\"Name\":\"next\",\"ReleaseLifecycle\":{\"ReleaseState\":\"GA\",\"DeprecationDate\":\"2020-01-01\"}} | requires a DeprecationDate after today",
        "GET    | /Capital | `` | 'runtimeName'",
        "POST   | /ours/versions | {\"Name\":\"v9\"} | 'imageUri'",
        "POST   | /ours/versions | {\"ImageUri\":\"/x\",\"Name\":\"-v\"} | 'name'",
        "POST   | /ours/versions | {\"ImageUri\":\"/x\",\"Name\":\"v9\"} | the image does not exist: /x",
        "PATCH  | /ours/versions/v1 | {} | 'releaseNotes'",
        "GET    | /ours/versions/a%20b | `` | 'name'",
        "POST   | /ours/aliases | {\"Name\":\"a\"} | 'runtimeVersion'",
        "POST   | /ours/aliases | {\"RuntimeVersion\":\"v1\"} | 'name'",
        "POST   | /ours/aliases | {\"RuntimeVersion\":\"v1\",\"Name\":\"a\",\"Description\":\"a\\u0007\"} | 'description'",
        "PUT    | /ours/aliases/prod | {} | 'runtimeVersion'",
        "POST   | /ours/restore?RuntimeAlias=-a | `` | 'runtimeAlias'"
      })
  void what_does_not_fit_the_model_is_an_invalid_parameter(
      String method, String path, String body, String message) throws Exception {
    publish();
    refused(
        400,
        "InvalidParameterValueException",
        message,
        method,
        path,
        body.replace("LONG", "x".repeat(1025)));
  }

  @ParameterizedTest
  @CsvSource({"6", "31"})
  void a_window_has_7_to_30_days(String days) throws Exception {
    publish();
    for (String path : List.of("/ours", "/ours/versions/v1", "/ours/aliases/prod")) {
      refused(
          send("DELETE", path, "", WINDOW, days),
          400,
          "InvalidParameterValueException",
          "'recoveryWindowInDays'");
    }
  }

  @Test
  void without_a_window_it_is_30_days() throws Exception {
    publish();
    assertEquals(202, send("DELETE", "/ours/aliases/prod", "").statusCode());
    JsonNode alias = get("/ours/aliases/prod");
    Instant end = Instant.from(TIME.parse(alias.path("PendingDeletionAt").asText()));
    Instant since = Instant.from(TIME.parse(alias.path("LastModified").asText()));
    assertEquals(since.plus(Duration.ofDays(30)), end);
  }
}
