package {{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The events are those that {@code thaw invoke . --event events/...} sends. */
class ApiTest {
  @Test
  void greets_by_path() throws IOException {
    Map<String, Object> answer = answer(Files.readString(Path.of("events/event.json")));
    assertEquals(200, answer.get("statusCode"));
    assertEquals("{\"greeting\":\"Hallo, Pepper\"}", answer.get("body"));
  }

  @Test
  void greets_by_body() throws IOException {
    Map<String, Object> answer = answer(Files.readString(Path.of("events/post.json")));
    assertEquals("{\"greeting\":\"Bonjour, Pepper\"}", answer.get("body"));
  }

  @Test
  void a_body_that_is_no_json_is_the_clients_mistake() throws IOException {
    String event = "{\"httpMethod\":\"POST\",\"resource\":\"/hello\",\"body\":\"{\"}";
    assertEquals(400, answer(event).get("statusCode"));
  }

  @Test
  void a_body_without_a_name_is_the_clients_mistake() throws IOException {
    String event = "{\"httpMethod\":\"POST\",\"resource\":\"/hello\",\"body\":\"{}\"}";
    assertEquals(400, answer(event).get("statusCode"));
  }

  @Test
  void an_unknown_route() throws IOException {
    String event = "{\"httpMethod\":\"DELETE\",\"resource\":\"/hello\"}";
    assertEquals(404, answer(event).get("statusCode"));
  }

  private static Map<String, Object> answer(String event) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    new Api().handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, null);
    return JSON.std.mapFrom(answer.toByteArray());
  }
}
