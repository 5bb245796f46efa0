package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.FreePorts;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;

/**
 * Process tests: the sample {@code framework-apis}, built and run by {@code thaw run}, answers HTTP
 * requests through both kinds of API, in the official adapter of each framework.
 */
@Thorough(
    "It builds six frameworks; HttpProxyTest sends the same requests to a function without one")
@SideBySide
class FrameworksThroughGatewaysTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(5); // a build takes its time
  private static final byte[] PICTURE =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  @TempDir static Path folder;
  private static RunProcess life;
  private static HttpClient client;

  @BeforeAll
  static void run() throws Exception {
    // Kept below target: a second run of the tests need not build it again.
    Path sample =
        Samples.copy("framework-apis", Path.of("target/samples/framework-apis").toAbsolutePath());
    life =
        RunProcess.start(
            List.of(),
            FreePorts.next(),
            folder.resolve("log"),
            "--api-port",
            "0",
            "--no-reload",
            sample.toString());
    client = HttpClient.newHttpClient();
    build();
  }

  /** An API's 29 s are not for the build of ten functions, which the first request begins. */
  private static void build() throws Exception {
    client.send(
        life.invocation("SpringBoot", "{}").timeout(PATIENCE).build(),
        HttpResponse.BodyHandlers.discarding());
  }

  @AfterAll
  static void end() throws Exception {
    client.close();
    life.close();
  }

  /** Where an API is, as {@code thaw run} says it. */
  private record AnnouncedApi(String url) {
    static AnnouncedApi of(String api) {
      Matcher line =
          Pattern.compile("(?:REST|HTTP) API " + api + " at (http://[^,]+),").matcher(life.text());
      assertTrue(line.find(), life::text);
      return new AnnouncedApi(line.group(1));
    }

    HttpResponse<byte[]> get(String target) throws Exception {
      return send(HttpRequest.newBuilder(URI.create(url + target)).GET());
    }

    HttpResponse<byte[]> post(String target, String type, byte[] body) throws Exception {
      return send(
          HttpRequest.newBuilder(URI.create(url + target))
              .header("Content-Type", type)
              .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
      return client.send(
          request.header("Accept", "image/png, */*").timeout(PATIENCE).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  private static void assertJson(String expected, HttpResponse<byte[]> answer) throws Exception {
    assertEquals(JSON.readTree(expected), JSON.readTree(answer.body()), life::text);
    assertTrue(type(answer).startsWith("application/json"), answer.headers()::toString);
  }

  private static String type(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }

  /** The adapter of Jersey keeps the last cookie only. */
  @ParameterizedTest
  @CsvSource({
    "SpringBootRestApi, Spring Boot, 2",
    "SpringBootHttpApi, Spring Boot, 2",
    "MicronautRestApi, Micronaut, 2",
    "MicronautHttpApi, Micronaut, 2",
    "QuarkusRestApi, Quarkus, 2",
    "QuarkusHttpApi, Quarkus, 2",
    "JerseyRestApi, Jersey, 1",
    "JerseyHttpApi, Jersey, 1"
  })
  void a_framework_gets_what_a_client_sends_and_the_client_what_it_answers(
      String api, String framework, int cookies) throws Exception {
    AnnouncedApi announced = AnnouncedApi.of(api);
    assertAll(
        () ->
            assertJson(
                "{\"greeting\":\"Hello, Pepper\",\"by\":\"" + framework + "\"}",
                announced.get("/hello/Pepper")),
        () ->
            assertJson(
                "{\"greeting\":\"Grüß dich, Pepper\",\"by\":\"" + framework + "\"}",
                announced.get("/hello/Pepper?word=Gr%C3%BC%C3%9F%20dich")),
        () ->
            assertJson(
                "{\"id\":\"7\",\"tags\":[\"a\",\"b c\"]}",
                announced.get("/orders/7?tag=a&tag=b%20c")),
        () -> {
          HttpResponse<byte[]> answer =
              announced.post(
                  "/orders",
                  "application/json;charset=UTF-8",
                  "{\"product\":\"Käse\",\"quantity\":3}".getBytes(StandardCharsets.UTF_8));
          assertEquals(201, answer.statusCode());
          assertJson("{\"id\":\"1\",\"product\":\"Käse\",\"quantity\":3}", answer);
          assertTrue(
              answer.headers().firstValue("Location").orElse("").endsWith("/orders/1"),
              answer.headers()::toString);
          assertEquals(
              List.of("basket=empty", "last=1").subList(2 - cookies, 2),
              answer.headers().allValues("Set-Cookie").stream()
                  .map(cookie -> cookie.replace("\"", "").replaceFirst(";.*", ""))
                  .sorted()
                  .toList());
        },
        () -> {
          HttpResponse<byte[]> answer = announced.get("/picture");
          assertEquals("image/png", type(answer));
          assertArrayEquals(PICTURE, answer.body());
        },
        () ->
            assertJson(
                "{\"bytes\":" + PICTURE.length + ",\"first\":137}",
                announced.post("/picture", "image/png", PICTURE)),
        () -> assertEquals(404, announced.get("/nothing/here").statusCode()));
  }

  @ParameterizedTest
  @CsvSource({"SpringCloudRestApi", "SpringCloudHttpApi"})
  void a_function_bean_gets_the_event_itself(String api) throws Exception {
    assertJson(
        "{\"greeting\":\"Hello, Pepper\",\"by\":\"Spring Cloud Function\"}",
        AnnouncedApi.of(api).get("/hello/Pepper"));
  }
}
