package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.KeptProject;
import thaw.fixture.SideBySide;
import thaw.function.resource.Bucket;
import thaw.function.template.ReadOptions;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Deadline;
import thaw.service.process.LocalService;

/** With the real S3Proxy; the first run downloads it. */
@SideBySide
class BucketsTest {
  private static final SandboxHost HOST = SandboxHost.probe();
  private static final Jdk JDK = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
  private static final String HELLO_MD5 = "5d41402abc4b2a76b9719d911017c592";
  private static final int PART_BYTES = 5 * 1024 * 1024;

  private static final List<ObjectChange> CHANGES = new CopyOnWriteArrayList<>();

  @TempDir static Path base;
  private static Instance instance;
  private static LocalServices services;
  private static HttpClient http;

  @BeforeAll
  static void start() {
    instance = Instance.open(HOST, base);
    services = start(instance, line -> {});
    services.onObjectChange(CHANGES::add);
    http = HttpClient.newHttpClient();
  }

  private static LocalServices start(Instance in, java.util.function.Consumer<String> progress) {
    List<Bucket> buckets =
        List.of(new Bucket("Photos", "photos"), new Bucket("Versions", "versions", true, Map.of()));
    return LocalServices.start(
        in,
        ServiceSpecBuilder.builder()
            .buckets(buckets)
            .region("us-east-1")
            .account(ReadOptions.DEFAULT_ACCOUNT)
            .jdk(JDK)
            .cache(Path.of("target", "services"))
            .project(Optional.of(KeptProject.named("BucketsTest")))
            .build(),
        progress);
  }

  @AfterAll
  static void stop() {
    http.close();
    services.close();
    instance.close();
  }

  private static HttpResponse<String> call(
      String method, String pathAndQuery, byte[] body, String... headers)
      throws IOException, InterruptedException {
    String url = services.variables().get("AWS_ENDPOINT_URL_S3") + pathAndQuery;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> put(String pathAndQuery, String body, String... headers)
      throws IOException, InterruptedException {
    return call("PUT", pathAndQuery, body.getBytes(), headers);
  }

  private static HttpResponse<String> delete(String pathAndQuery)
      throws IOException, InterruptedException {
    return call("DELETE", pathAndQuery, new byte[0]);
  }

  /** What was told about keys of one test, each of which has its own. */
  private static List<ObjectChange> told(String beginning) {
    return CHANGES.stream().filter(change -> change.key().startsWith(beginning)).toList();
  }

  private static List<String> events(String beginning) {
    return told(beginning).stream().map(change -> change.event() + " " + change.key()).toList();
  }

  @Test
  void an_object_that_was_put_is_told_before_the_client_is_answered() throws Exception {
    HttpResponse<String> response = put("/photos/put%20one/%C3%BC+.txt", "hello");
    assertEquals(200, response.statusCode(), response.body());
    ObjectChange change = told("put one").getFirst();
    assertEquals("ObjectCreated:Put", change.event());
    assertEquals("photos", change.bucket());
    assertEquals("put one/ü+.txt", change.key());
    assertEquals(5, change.size());
    assertEquals(HELLO_MD5, change.eTag());
    assertEquals(Optional.empty(), change.versionId());
    assertEquals("127.0.0.1", change.sourceIp());
    assertEquals(
        response.headers().firstValue("x-amz-request-id").orElseThrow(), change.requestId());
  }

  @Test
  void what_was_put_is_got_with_its_length_and_its_metadata() throws Exception {
    put("/photos/get", "hello", "x-amz-meta-owner", "Rex", "content-type", "text/plain");
    HttpResponse<String> got = call("GET", "/photos/get", new byte[0]);
    assertEquals("hello", got.body());
    HttpResponse<String> head = call("HEAD", "/photos/get", new byte[0]);
    assertEquals("5", head.headers().firstValue("content-length").orElseThrow());
    assertEquals("Rex", head.headers().firstValue("x-amz-meta-owner").orElseThrow());
    assertEquals("text/plain", head.headers().firstValue("content-type").orElseThrow());
  }

  @Test
  void what_curl_calls_a_form_is_an_object_all_the_same() throws Exception {
    put("/photos/form", "hello", "Content-Type", "application/x-www-form-urlencoded");
    assertEquals("hello", call("GET", "/photos/form", new byte[0]).body());
  }

  @Test
  void a_body_in_chunks_with_signatures_is_stored_without_them() throws Exception {
    String body =
        "5;chunk-signature="
            + "0".repeat(64)
            + "\r\nhello\r\n0;chunk-signature="
            + "0".repeat(64)
            + "\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n";
    HttpResponse<String> response =
        put(
            "/photos/chunks",
            body,
            "Content-Encoding",
            "aws-chunked",
            "x-amz-content-sha256",
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
            "x-amz-decoded-content-length",
            "5",
            "x-amz-trailer",
            "x-amz-checksum-crc32");
    assertEquals(200, response.statusCode(), response.body());
    assertEquals("hello", call("GET", "/photos/chunks", new byte[0]).body());
    assertEquals(5, told("chunks").getFirst().size());
  }

  @Test
  void a_later_change_of_a_key_has_a_larger_sequencer() throws Exception {
    put("/photos/twice", "1");
    put("/photos/twice", "2");
    List<String> sequencers = told("twice").stream().map(ObjectChange::sequencer).toList();
    assertEquals(2, sequencers.size());
    assertTrue(sequencers.get(0).compareTo(sequencers.get(1)) < 0, sequencers::toString);
  }

  @Test
  void nothing_is_told_of_what_failed() throws Exception {
    assertEquals(404, put("/no-such-bucket/failed", "hello").statusCode());
    assertEquals(400, put("/photos/failed", "hello", "Content-MD5", "AAAA").statusCode());
    assertEquals(
        404, put("/photos/failed", "", "x-amz-copy-source", "/photos/absent").statusCode());
    assertEquals(404, delete("/no-such-bucket/failed").statusCode());
    assertEquals(204, delete("/photos/failed").statusCode()); // there was none
    assertEquals(List.of(), events("failed"));
  }

  @Test
  void a_copy_is_told_with_its_size() throws Exception {
    put("/photos/original", "hello");
    put("/photos/copied", "", "x-amz-copy-source", "/photos/original");
    ObjectChange change = told("copied").getFirst();
    assertEquals("ObjectCreated:Copy", change.event());
    assertEquals(5, change.size());
    assertEquals(HELLO_MD5, change.eTag());
  }

  @Test
  void an_upload_in_parts_is_told_once_when_it_is_complete() throws Exception {
    String begun = call("POST", "/photos/parts?uploads", new byte[0]).body();
    String upload = S3Xml.text(begun.getBytes(), "UploadId").orElseThrow();
    List<String> parts = new ArrayList<>();
    for (int number = 1; number <= 2; number++) {
      String address = "/photos/parts?partNumber=%d&uploadId=%s".formatted(number, upload);
      HttpResponse<String> part = call("PUT", address, new byte[PART_BYTES]);
      String eTag = part.headers().firstValue("ETag").orElseThrow();
      parts.add("<Part><PartNumber>%d</PartNumber><ETag>%s</ETag></Part>".formatted(number, eTag));
    }
    assertEquals(List.of(), events("parts"));
    String complete =
        "<CompleteMultipartUpload>" + String.join("", parts) + "</CompleteMultipartUpload>";
    HttpResponse<String> done =
        call("POST", "/photos/parts?uploadId=" + upload, complete.getBytes());
    assertEquals(200, done.statusCode(), done.body());
    ObjectChange change = told("parts").getFirst();
    assertEquals(List.of("ObjectCreated:CompleteMultipartUpload parts"), events("parts"));
    assertEquals(2L * PART_BYTES, change.size());
    assertTrue(change.eTag().endsWith("-2"), change.eTag());
  }

  @Test
  void objects_that_are_deleted_together_are_told_one_by_one() throws Exception {
    put("/photos/gone-1", "1");
    put("/photos/gone-2", "2");
    CHANGES.clear();
    String request =
        """
        <Delete><Quiet>true</Quiet><Object><Key>gone-1</Key></Object>\
        <Object><Key>gone-2</Key></Object><Object><Key>gone-never-there</Key></Object></Delete>\
        """;
    String digest =
        Base64.getEncoder()
            .encodeToString(MessageDigest.getInstance("MD5").digest(request.getBytes()));
    HttpResponse<String> done =
        call("POST", "/photos?delete", request.getBytes(), "Content-MD5", digest);
    assertEquals(200, done.statusCode(), done.body());
    assertEquals(
        List.of("ObjectRemoved:Delete gone-1", "ObjectRemoved:Delete gone-2"), events("gone"));
    assertEquals(404, call("GET", "/photos/gone-1", new byte[0]).statusCode());
  }

  @Test
  void in_a_bucket_with_versions_a_deletion_is_a_marker() throws Exception {
    put("/versions/kept", "hello");
    String version = told("kept").getFirst().versionId().orElseThrow();
    delete("/versions/kept");
    delete("/versions/kept?versionId=" + version);
    assertEquals(
        List.of(
            "ObjectCreated:Put kept",
            "ObjectRemoved:DeleteMarkerCreated kept",
            "ObjectRemoved:Delete kept"),
        events("kept"));
    assertEquals(Optional.of(version), told("kept").getLast().versionId());
  }

  @Test
  void an_error_of_who_is_told_is_the_clients_error() throws Exception {
    try (Instance own = Instance.open(HOST, base);
        LocalServices other = start(own, line -> {})) {
      other.onObjectChange(change -> {
        throw new IllegalStateException("the disk is full");
      });
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(
                      URI.create(other.variables().get("AWS_ENDPOINT_URL_S3") + "/photos/k"))
                  .PUT(BodyPublishers.ofString("hello"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(500, response.statusCode());
      assertTrue(response.body().contains("the disk is full"), response.body());
    }
  }

  @Test
  void a_server_that_ends_by_itself_is_told_and_its_door_says_so() throws Exception {
    List<String> said = new CopyOnWriteArrayList<>();
    try (Instance own = Instance.open(HOST, base);
        LocalServices doomed = start(own, said::add)) {
      ProcessHandle.of(doomed.pid(LocalService.S3)).orElseThrow().destroyForcibly();
      Deadline.await(
          Duration.ofSeconds(10),
          "nothing was said",
          () ->
              said.stream()
                  .anyMatch(line -> line.startsWith("S3Proxy has ended with exit code 137: ")));
      URI url = URI.create(doomed.variables().get("AWS_ENDPOINT_URL_S3") + "/photos/k");
      HttpResponse<String> response =
          http.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
      assertEquals(503, response.statusCode());
      assertTrue(response.body().contains("<Code>ServiceUnavailable</Code>"), response.body());
      assertFalse(CHANGES.stream().anyMatch(change -> change.key().equals("k")));
    }
  }
}
