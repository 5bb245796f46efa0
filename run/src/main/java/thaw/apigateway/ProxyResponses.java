package thaw.apigateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.PayloadFormat;
import thaw.http.FieldRules;
import thaw.http.Response;

/**
 * The responses to clients: from a function's result, or the gateway's own where there is none.
 * Bodies and statuses recorded on AWS where a comment does not say otherwise (LocalStack's
 * test_apigateway_lambda and test_apigateway_common; published transcripts).
 */
final class ProxyResponses {
  private static final String CONTENT_TYPE = "Content-Type";

  private ProxyResponses() {}

  /** A result that cannot be sent, in words for the function's author. */
  static final class Malformed extends RuntimeException {
    Malformed(String why) {
      super(why, null, false, false);
    }
  }

  /**
   * Returns a result that a REST API can send.
   *
   * @throws Malformed when it would answer with 502
   */
  static Result soundForRest(byte[] payload) {
    Result result = Result.of(payload);
    if (!result.isJson() || !result.isObject()) {
      throw new Malformed("it is not a JSON object with a statusCode");
    }
    result
        .fault()
        .ifPresent(fault -> {
          throw new Malformed(fault);
        });
    if (!result.cookies().isEmpty()) {
      throw new Malformed("it has the member cookies, which REST APIs refuse");
    }
    result
        .unknown()
        .ifPresent(name -> {
          throw new Malformed(
              (result.hasStatus() ? "it has the member " : "it has no statusCode but the member ")
                  + name
                  + ", which REST APIs refuse");
        });
    if (!result.isTextual()) {
      throw new Malformed("its body is not text");
    }
    return result;
  }

  /**
   * @throws Malformed when an API would answer with 502
   */
  static Response rest(byte[] payload, ProxyCall call) {
    Result result = soundForRest(payload);
    boolean wanted =
        EventBody.isBinary(call.in().header("accept").orElse(""), call.api().binaryMediaTypes());
    Map<String, String> headers = headers(result);
    headers.putIfAbsent(CONTENT_TYPE, "application/json");
    headers.put("x-amz-apigw-id", call.gatewayId());
    headers.put("X-Amzn-Trace-Id", call.in().trace());
    return new Response(
        result.status(),
        headers,
        fields(result),
        body(result.body(), result.isBase64OfRest() && wanted),
        Optional.empty());
  }

  /**
   * Returns a result that an HTTP API can send.
   *
   * @throws Malformed when it would answer with 500
   */
  static Result soundForHttp(byte[] payload, PayloadFormat format) {
    Result result = Result.of(payload);
    if (!result.isJson()) {
      throw new Malformed("it is not JSON");
    }
    if (!result.hasStatus() && format == PayloadFormat.V1) {
      throw new Malformed("it has no statusCode, which payload format 1.0 demands");
    }
    Optional<String> fault = result.hasStatus() ? result.fault() : Optional.empty();
    fault.ifPresent(why -> {
      throw new Malformed(why);
    });
    return result;
  }

  /**
   * @throws Malformed when an API would answer with 500
   */
  static Response http(byte[] payload, ProxyCall call, PayloadFormat format) {
    Result result = soundForHttp(payload, format);
    if (!result.hasStatus()) {
      byte[] all =
          result.isObject()
              ? payload
              : result.body().orElse("null").getBytes(StandardCharsets.UTF_8);
      return new Response(
          200, Map.of(CONTENT_TYPE, "application/json", "apigw-requestid", call.gatewayId()), all);
    }
    Map<String, String> headers = headers(result);
    headers.putIfAbsent(CONTENT_TYPE, "text/plain;charset=UTF-8");
    headers.put("apigw-requestid", call.gatewayId());
    List<Response.Field> fields = fields(result);
    result.cookies().forEach(cookie -> fields.add(Response.Field.cookie(cookie)));
    return new Response(
        result.status(), headers, fields, body(result.body(), result.isBase64()), Optional.empty());
  }

  /** Returns the answer of a mock integration. */
  static Response fixed(ApiRoute.Target.Fixed answer, String gatewayId) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put(CONTENT_TYPE, "application/json");
    all.putAll(answer.headers());
    all.put("x-amz-apigw-id", gatewayId);
    return new Response(answer.status(), all, answer.body().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the response for a function that cannot be run, which says what is to be done. AWS has
   * no such response, as what cannot be built is not deployed there.
   */
  static Response unprepared(
      Api.Kind kind, String gatewayId, String function, String cause, String remedy) {
    String message =
        "The function " + function + " cannot be run: " + cause + ". Remedy: " + remedy;
    String json = JsonNodeFactory.instance.objectNode().put("message", message).toString();
    return new Refusal(Refusal.functionFailed(kind).status(), "ResourceConflictException", json)
        .answer(kind, gatewayId);
  }

  /** Returns the response with a header after which the connection is closed. */
  static Response closing(Response answer) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(answer.headers());
    headers.put("Connection", "close");
    return new Response(answer.status(), headers, answer.fields(), answer.body(), answer.stream());
  }

  /** Returns the headers with a single value; those with several are in {@link #fields}. */
  private static Map<String, String> headers(Result result) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Response.Field header : result.headers()) {
      if (!isAmong(result.multiHeaders(), header.name())) {
        headers.put(FieldRules.sentName(header.name()), header.value());
      }
    }
    for (Response.Field header : result.multiHeaders()) {
      if (header.name().equalsIgnoreCase(CONTENT_TYPE)) {
        headers.put(CONTENT_TYPE, header.value());
      }
    }
    return headers;
  }

  /**
   * Several values of a name are lines of their own; the single one comes after them, unless it is
   * one of them: adapters of frameworks give such a header both ways.
   */
  private static List<Response.Field> fields(Result result) {
    List<Response.Field> fields = new ArrayList<>();
    for (Response.Field header : result.multiHeaders()) {
      if (!header.name().equalsIgnoreCase(CONTENT_TYPE)) {
        fields.add(new Response.Field(FieldRules.sentName(header.name()), header.value()));
      }
    }
    for (Response.Field header : result.headers()) {
      if (!header.name().equalsIgnoreCase(CONTENT_TYPE)
          && isAmong(result.multiHeaders(), header.name())
          && !isAmong(result.multiHeaders(), header)) {
        fields.add(new Response.Field(FieldRules.sentName(header.name()), header.value()));
      }
    }
    return fields;
  }

  private static boolean isAmong(List<Response.Field> fields, String name) {
    return fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
  }

  private static boolean isAmong(List<Response.Field> fields, Response.Field same) {
    return fields.stream()
        .anyMatch(field ->
            field.name().equalsIgnoreCase(same.name()) && field.value().equals(same.value()));
  }

  private static byte[] body(Optional<String> text, boolean decode) {
    if (!decode) {
      return text.orElse("").getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(text.orElse(""));
    } catch (IllegalArgumentException e) {
      throw new Malformed("its body is said to be base64 and is not");
    }
  }
}
