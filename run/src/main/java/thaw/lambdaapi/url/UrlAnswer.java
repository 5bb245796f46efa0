package thaw.lambdaapi.url;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import thaw.http.FieldRules;
import thaw.http.Response;

/**
 * The response to a client of a function URL, made from a function's result in payload format 2.0,
 * as recorded on AWS in the public LocalStack repository (test_lambda, TestLambdaURL, 2024 to
 * 2025).
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads">
 *     Request and response payloads</a>
 */
final class UrlAnswer {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private UrlAnswer() {}

  /** Status, headers and cookies, as results and the beginnings of streams have them. */
  record Head(int status, Map<String, String> headers, List<Response.Field> cookies) {}

  /** A function failed, or its result cannot be sent; why is in its log only. */
  static Response badGateway() {
    return new Response(502, Map.of(), "Internal Server Error".getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * @param payload the function's whole result
   */
  static Response of(byte[] payload) {
    Optional<JsonNode> json = read(payload);
    if (json.isEmpty()) {
      return notJson(payload);
    }
    JsonNode result = json.get();
    if (result.has("statusCode")) {
      return head(result)
          .flatMap(head -> body(result).map(body -> answer(head, body)))
          .orElseGet(UrlAnswer::badGateway);
    }
    String text = result.isTextual() ? result.textValue() : result.toString();
    return new Response(200, Map.of(), text.getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<JsonNode> read(byte[] payload) {
    try {
      JsonNode node = JSON.readTree(payload);
      return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A streaming function's response that was taken as a whole, or a text without quotes. */
  private static Response notJson(byte[] payload) {
    OptionalInt end = UrlPrelude.end(payload);
    if (end.isEmpty()) {
      return new Response(200, Map.of(), payload);
    }
    byte[] prelude = Arrays.copyOf(payload, end.getAsInt());
    int bodyFrom = end.getAsInt() + UrlPrelude.DELIMITER_BYTES;
    return head(prelude)
        .map(head -> answer(head, Arrays.copyOfRange(payload, bodyFrom, payload.length)))
        .orElseGet(UrlAnswer::badGateway);
  }

  private static Response answer(Head head, byte[] body) {
    return new Response(head.status(), head.headers(), head.cookies(), body, Optional.empty());
  }

  /**
   * Returns status and headers from the JSON before a streamed body; empty when it cannot be sent.
   */
  static Optional<Head> head(byte[] prelude) {
    return read(prelude).filter(JsonNode::isObject).flatMap(UrlAnswer::head);
  }

  private static Optional<Head> head(JsonNode result) {
    OptionalInt status = status(result.path("statusCode"));
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Map.Entry<String, JsonNode> header : result.path("headers").properties()) {
      JsonNode value = header.getValue();
      if (!value.isNull()) {
        headers.put(
            FieldRules.sentName(header.getKey()),
            value.isValueNode() ? value.asText() : "" + value);
      }
    }
    List<String> cookies = new ArrayList<>();
    result.path("cookies").forEach(cookie -> cookies.add(cookie.asText()));
    boolean legal =
        headers.entrySet().stream()
                .allMatch(header -> FieldRules.isSound(header.getKey(), header.getValue()))
            && cookies.stream().allMatch(cookie -> FieldRules.isSound("Set-Cookie", cookie));
    return status.isPresent() && legal
        ? Optional.of(
            new Head(
                status.getAsInt(), headers, cookies.stream().map(Response.Field::cookie).toList()))
        : Optional.empty();
  }

  private static OptionalInt status(JsonNode value) {
    if (value.isMissingNode()) {
      return OptionalInt.of(200);
    }
    String digits = value.isNumber() || value.isTextual() ? value.asText() : "";
    return digits.matches("[2-5]\\d\\d")
        ? OptionalInt.of(Integer.parseInt(digits))
        : OptionalInt.empty();
  }

  /** Returns the bytes of the body; empty when it is said to be base64 and is not. */
  private static Optional<byte[]> body(JsonNode result) {
    JsonNode body = result.path("body");
    if (body.isMissingNode() || body.isNull()) {
      return Optional.of(new byte[0]);
    }
    String text = body.isTextual() ? body.textValue() : body.toString();
    if (!result.path("isBase64Encoded").asBoolean()) {
      return Optional.of(text.getBytes(StandardCharsets.UTF_8));
    }
    try {
      return Optional.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
