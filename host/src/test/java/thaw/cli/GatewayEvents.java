package thaw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP requests as events of API Gateway, and back, for functions that have no door: as much of it
 * as the sample {@code framework-apis} needs. Payload 1.0 of a REST API, 2.0 of an HTTP API.
 *
 * @param sample a recorded event, of which everything stays that a request does not say
 */
record GatewayEvents(JsonNode sample) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static GatewayEvents like(Path recorded) throws IOException {
    return new GatewayEvents(JSON.readTree(recorded.toFile()));
  }

  /**
   * @param target path with query string
   * @param type of the body; null without one
   */
  byte[] event(String method, String target, @Nullable String type, byte[] body)
      throws IOException {
    ObjectNode event = sample.deepCopy();
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    String query = mark < 0 ? "" : target.substring(mark + 1);
    if (sample.path("version").asText().equals("2.0")) {
      event.put("rawPath", path).put("rawQueryString", query);
      ObjectNode http = (ObjectNode) event.at("/requestContext/http");
      http.put("method", method).put("path", path);
      event.remove("queryStringParameters");
      if (mark >= 0) {
        ObjectNode joined = event.putObject("queryStringParameters");
        parameters(query).forEach((name, values) -> joined.put(name, String.join(",", values)));
      }
    } else {
      event.put("httpMethod", method).put("path", path);
      ((ObjectNode) event.get("pathParameters")).put("proxy", path.substring(1));
      ObjectNode context = (ObjectNode) event.get("requestContext");
      context.put("httpMethod", method).put("path", "/Prod" + path);
      event.putNull("queryStringParameters").putNull("multiValueQueryStringParameters");
      if (mark >= 0) {
        ObjectNode last = event.putObject("queryStringParameters");
        ObjectNode all = event.putObject("multiValueQueryStringParameters");
        parameters(query)
            .forEach((name, values) -> {
              last.put(name, values.getLast());
              values.forEach(all.withArray("/" + name)::add);
            });
      }
    }
    header(event, "Accept", "*/*");
    if (type != null) {
      boolean text = type.startsWith("application/json");
      event.put(
          "body",
          text
              ? new String(body, StandardCharsets.UTF_8)
              : Base64.getEncoder().encodeToString(body));
      event.put("isBase64Encoded", !text);
      header(event, "Content-Type", type);
      header(event, "Content-Length", Integer.toString(body.length));
    }
    return JSON.writeValueAsBytes(event);
  }

  private void header(ObjectNode event, String name, String value) {
    boolean lower = !event.has("multiValueHeaders");
    ((ObjectNode) event.get("headers")).put(lower ? name.toLowerCase(Locale.ROOT) : name, value);
    if (!lower) {
      ((ObjectNode) event.get("multiValueHeaders")).putArray(name).add(value);
    }
  }

  private static Map<String, List<String>> parameters(String query) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&")) {
      String[] parts = pair.split("=", 2);
      parameters.computeIfAbsent(decoded(parts[0]), _ -> new ArrayList<>()).add(decoded(parts[1]));
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /**
   * What a client would see of a function's answer.
   *
   * @param headers by name in small letters
   */
  record Answer(int status, Map<String, List<String>> headers, byte[] body) {
    static Answer of(byte[] result) throws IOException {
      JsonNode answer = JSON.readTree(result);
      Map<String, List<String>> headers = new LinkedHashMap<>();
      answer
          .path("headers")
          .properties()
          .forEach(header ->
              headers.put(
                  header.getKey().toLowerCase(Locale.ROOT), List.of(header.getValue().asText())));
      answer
          .path("multiValueHeaders")
          .properties()
          .forEach(header ->
              headers.put(header.getKey().toLowerCase(Locale.ROOT), texts(header.getValue())));
      if (!texts(answer.path("cookies")).isEmpty()) {
        headers.put("set-cookie", texts(answer.path("cookies")));
      }
      String body = answer.path("body").asText("");
      return new Answer(
          answer.path("statusCode").asInt(),
          headers,
          answer.path("isBase64Encoded").asBoolean()
              ? Base64.getDecoder().decode(body)
              : body.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> texts(JsonNode array) {
      List<String> texts = new ArrayList<>();
      array.forEach(text -> texts.add(text.asText()));
      return texts;
    }
  }
}
