package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.GatewayEvents.Answer;
import thaw.fixture.Samples;

/**
 * Process tests: the sample {@code framework-apis}, built and run by {@code thaw run}, answers HTTP
 * requests in the official adapter of each framework, by events of both kinds of API.
 */
class FrameworksThroughDoorsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] PICTURE =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  @TempDir static Path folder;
  private static Path sample;
  private static Life life;
  private static HttpClient client;

  @BeforeAll
  static void run() throws Exception {
    // Kept below target: a second run of the tests need not build it again.
    sample =
        Samples.copy("framework-apis", Path.of("target/samples/framework-apis").toAbsolutePath());
    life = Life.start(List.of(), Life.freePort(), folder.resolve("log"), sample.toString());
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void end() throws Exception {
    client.close();
    life.close();
  }

  private record Door(String function, GatewayEvents events) {
    static Door of(String function, String api) throws Exception {
      return new Door(function, GatewayEvents.like(sample.resolve("events/" + api + ".json")));
    }

    Answer get(String target) throws Exception {
      return send("GET", target, null, new byte[0]);
    }

    Answer send(String method, String target, @Nullable String type, byte[] body) throws Exception {
      byte[] event = events.event(method, target, type, body);
      HttpResponse<byte[]> response =
          client.send(
              life.invocation(function, new String(event, StandardCharsets.UTF_8)).build(),
              HttpResponse.BodyHandlers.ofByteArray());
      assertTrue(
          response.headers().firstValue("X-Amz-Function-Error").isEmpty(),
          () -> new String(response.body(), StandardCharsets.UTF_8) + life.text());
      return Answer.of(response.body());
    }
  }

  private static void assertJson(String expected, Answer answer) throws Exception {
    assertEquals(JSON.readTree(expected), JSON.readTree(answer.body()));
    assertTrue(
        answer.headers().get("content-type").getFirst().startsWith("application/json"),
        answer.headers()::toString);
  }

  /** The adapter of Jersey keeps the last cookie only. */
  @ParameterizedTest
  @CsvSource({
    "SpringBoot, rest, Spring Boot, 2",
    "SpringBoot, http, Spring Boot, 2",
    "MicronautRest, rest, Micronaut, 2",
    "MicronautHttp, http, Micronaut, 2",
    "QuarkusRest, rest, Quarkus, 2",
    "QuarkusHttp, http, Quarkus, 2",
    "JerseyRest, rest, Jersey, 1",
    "JerseyHttp, http, Jersey, 1"
  })
  void a_framework_gets_what_a_client_sends_and_the_client_what_it_answers(
      String function, String api, String framework, int cookies) throws Exception {
    Door door = Door.of(function, api);
    assertAll(
        () ->
            assertJson(
                "{\"greeting\":\"Hello, Pepper\",\"by\":\"" + framework + "\"}",
                door.get("/hello/Pepper")),
        () ->
            assertJson(
                "{\"greeting\":\"Grüß dich, Pepper\",\"by\":\"" + framework + "\"}",
                door.get("/hello/Pepper?word=Gr%C3%BC%C3%9F%20dich")),
        () ->
            assertJson(
                "{\"id\":\"7\",\"tags\":[\"a\",\"b c\"]}", door.get("/orders/7?tag=a&tag=b%20c")),
        () -> {
          Answer answer =
              door.send(
                  "POST",
                  "/orders",
                  "application/json;charset=UTF-8",
                  "{\"product\":\"Käse\",\"quantity\":3}".getBytes(StandardCharsets.UTF_8));
          assertEquals(201, answer.status());
          assertJson("{\"id\":\"1\",\"product\":\"Käse\",\"quantity\":3}", answer);
          assertTrue(answer.headers().get("location").getFirst().endsWith("/orders/1"));
          assertEquals(
              List.of("basket=empty", "last=1").subList(2 - cookies, 2),
              answer.headers().get("set-cookie").stream()
                  .map(cookie -> cookie.replace("\"", "").replaceFirst(";.*", ""))
                  .sorted()
                  .toList());
        },
        () -> {
          Answer answer = door.get("/picture");
          assertEquals("image/png", answer.headers().get("content-type").getFirst());
          assertArrayEquals(PICTURE, answer.body());
        },
        () ->
            assertJson(
                "{\"bytes\":" + PICTURE.length + ",\"first\":137}",
                door.send("POST", "/picture", "image/png", PICTURE)),
        () -> assertEquals(404, door.get("/nothing/here").status()));
  }

  @ParameterizedTest
  @CsvSource({"SpringCloudRest, rest", "SpringCloudHttp, http"})
  void a_function_bean_gets_the_event_itself(String function, String api) throws Exception {
    assertJson(
        "{\"greeting\":\"Hello, Pepper\",\"by\":\"Spring Cloud Function\"}",
        Door.of(function, api).get("/hello/Pepper"));
  }
}
