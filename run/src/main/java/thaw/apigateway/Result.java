package thaw.apigateway;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import thaw.http.FieldRules;
import thaw.http.Response;
import thaw.json.Json;

/**
 * The result of a function, read token by token: the parts of a response, and what is wrong with
 * it. Refuses to know which API it is for, and so what that makes of it.
 */
final class Result {
  private static final int SMALLEST_STATUS = 200;
  private static final int LARGEST_STATUS = 599;

  private boolean json = true;
  private boolean object;
  private boolean hasStatus;
  private OptionalInt status = OptionalInt.empty();
  private boolean wrongStatus;
  private boolean wrongHeaders;
  private boolean textual = true;
  private boolean base64;
  private Optional<Boolean> base64OfRest = Optional.empty();
  private Optional<String> body = Optional.empty();
  private Optional<String> unknown = Optional.empty();
  private final List<Response.Field> headers = new ArrayList<>();
  private final List<Response.Field> multiHeaders = new ArrayList<>();
  private final List<String> cookies = new ArrayList<>();

  private Result() {}

  static Result of(byte[] payload) {
    Result result = new Result();
    try (JsonParser parser = Json.FACTORY.createParser(payload)) {
      result.object = parser.nextToken() == JsonToken.START_OBJECT;
      if (result.object) {
        result.members(parser);
      } else {
        result.text(parser);
      }
      result.json = parser.nextToken() == null;
    } catch (IOException e) {
      result.json = false;
    }
    return result;
  }

  private void members(JsonParser parser) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "statusCode" -> status(parser);
        case "headers" -> headers(parser);
        case "multiValueHeaders" -> multiHeaders(parser);
        case "cookies" -> cookies(parser);
        case "body" -> text(parser);
        case "isBase64Encoded" -> base64 = flag(parser);
        case "base64Encoded" -> base64OfRest = Optional.of(flag(parser));
        default -> {
          unknown = unknown.isPresent() ? unknown : Optional.of(name);
          parser.skipChildren();
        }
      }
    }
  }

  private static boolean flag(JsonParser parser) throws IOException {
    boolean set = parser.currentToken() == JsonToken.VALUE_TRUE || "true".equals(parser.getText());
    parser.skipChildren();
    return set;
  }

  private void status(JsonParser parser) throws IOException {
    hasStatus = true;
    String digits = parser.currentToken().isScalarValue() ? parser.getText() : "";
    parser.skipChildren();
    if (digits.matches("[2-5]\\d\\d")) {
      int code = Integer.parseInt(digits);
      status = OptionalInt.of(Math.clamp(code, SMALLEST_STATUS, LARGEST_STATUS));
    } else {
      wrongStatus = true;
    }
  }

  private void headers(JsonParser parser) throws IOException {
    if (isObject(parser)) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        scalar(parser, parser.nextToken()).ifPresent(value -> add(headers, name, value));
      }
    }
  }

  private void multiHeaders(JsonParser parser) throws IOException {
    if (isObject(parser)) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        if (token == JsonToken.START_ARRAY) {
          for (token = parser.nextToken();
              token != JsonToken.END_ARRAY;
              token = parser.nextToken()) {
            scalar(parser, token).ifPresent(value -> add(multiHeaders, name, value));
          }
        } else if (token != JsonToken.VALUE_NULL) {
          wrongHeaders = true; // as recorded
          parser.skipChildren();
        }
      }
    }
  }

  private void cookies(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      scalar(parser, token).ifPresent(cookies::add);
    }
  }

  private boolean isObject(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      return true;
    }
    wrongHeaders |= parser.currentToken() != JsonToken.VALUE_NULL;
    parser.skipChildren();
    return false;
  }

  private void add(List<Response.Field> fields, String name, String value) {
    if (FieldRules.isSound(name, value)) {
      fields.add(new Response.Field(name, value));
    } else {
      wrongHeaders = true;
    }
  }

  /** Returns a scalar's text; empty for null and for what is no scalar. */
  private Optional<String> scalar(JsonParser parser, JsonToken token) throws IOException {
    if (token.isScalarValue()) {
      return token == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(parser.getText());
    }
    wrongHeaders = true;
    parser.skipChildren();
    return Optional.empty();
  }

  /** A text as it is, anything else as JSON. */
  private void text(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_STRING) {
      body = Optional.of(parser.getText());
    } else if (token != JsonToken.VALUE_NULL || !object) {
      textual = false;
      StringWriter text = new StringWriter();
      try (JsonGenerator copy = Json.FACTORY.createGenerator(text)) {
        copy.copyCurrentStructure(parser);
      }
      body = Optional.of(text.toString());
    }
  }

  /** Else all else means nothing. */
  boolean isJson() {
    return json;
  }

  boolean isObject() {
    return object;
  }

  boolean hasStatus() {
    return hasStatus;
  }

  /** 200 when the function says nothing. */
  int status() {
    return status.orElse(SMALLEST_STATUS);
  }

  /** A status that is none, or headers that cannot be sent. */
  Optional<String> fault() {
    if (wrongStatus) {
      return Optional.of("its statusCode is not between 200 and 599");
    }
    return wrongHeaders
        ? Optional.of("its headers or multiValueHeaders cannot be sent")
        : Optional.empty();
  }

  /** The first member that no format has. */
  Optional<String> unknown() {
    return unknown;
  }

  boolean isTextual() {
    return textual;
  }

  boolean isBase64() {
    return base64;
  }

  /**
   * Tells whether a REST API decodes the body: {@code base64Encoded} counts where there is one,
   * {@code isBase64Encoded} otherwise. A note in SAM CLI's source says so of trials on AWS, and
   * that HTTP APIs know the second only.
   */
  boolean isBase64OfRest() {
    return base64OfRest.orElse(base64);
  }

  /** The member, or all of the result when it is no object. */
  Optional<String> body() {
    return body;
  }

  List<Response.Field> headers() {
    return headers;
  }

  List<Response.Field> multiHeaders() {
    return multiHeaders;
  }

  List<String> cookies() {
    return cookies;
  }
}
