package {{package}};

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The routes of the API, each an event of API Gateway. Events are read as maps by a small library:
 * classes for all that is in an event would cost a cold start more than everything else here.
 */
public final class Api implements RequestStreamHandler {
  private static final Greetings GREETINGS = new Greetings();

  static {
    prime();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    JSON.std.write(answer(JSON.std.mapFrom(event)), answer);
  }

  private static Map<String, Object> answer(Map<String, Object> event) {
    return switch (event.get("httpMethod") + " " + event.get("resource")) {
      case "GET /hello/{name}" ->
          greeting(text(map(event, "pathParameters"), "name"), map(event, "queryStringParameters"));
      case "POST /hello" -> byBody(event);
      default -> response(404, Map.of("message", "no such route"));
    };
  }

  private static Map<String, Object> byBody(Map<String, Object> event) {
    Map<String, Object> body;
    try {
      body = JSON.std.mapFrom(text(event, "body"));
    } catch (IOException e) {
      return response(400, Map.of("message", "the body must be a JSON object"));
    }
    return text(body, "name").isEmpty()
        ? response(400, Map.of("message", "the body needs a name"))
        : greeting(text(body, "name"), body);
  }

  private static Map<String, Object> greeting(String name, Map<String, Object> options) {
    return response(200, Map.of("greeting", GREETINGS.greet(name, text(options, "language"))));
  }

  private static Map<String, Object> response(int status, Map<String, String> body) {
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("statusCode", status);
    response.put("headers", Map.of("Content-Type", "application/json"));
    try {
      response.put("body", JSON.std.asString(body));
    } catch (IOException e) {
      throw new IllegalStateException("a map of texts has no JSON", e);
    }
    return response;
  }

  /** A member that is not there is empty: API Gateway sends null for no parameters. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> object, String member) {
    return object.get(member) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  private static String text(Map<String, Object> object, String member) {
    return object.get(member) instanceof String text ? text : "";
  }

  /** Init's CPU is not limited by the memory size: what a request needs is used here once. */
  private static void prime() {
    String event =
        "{\"httpMethod\":\"POST\",\"resource\":\"/hello\",\"body\":\"{\\\"name\\\":\\\"nobody\\\"}\"}";
    try {
      new Api()
          .handleRequest(
              new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
              OutputStream.nullOutputStream(),
              null);
    } catch (IOException e) {
      throw new IllegalStateException("an event in memory could not be read", e);
    }
  }
}
