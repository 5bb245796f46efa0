package thaw.environment;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** The HTTP status in the response of a function behind an API or a function URL. */
public final class ProxyStatus {
  /** The first HTTP status that means that the request was not served. */
  public static final int FIRST_ERROR = 400;

  private static final JsonFactory JSON = new JsonFactory();

  private ProxyStatus() {}

  /** The member {@code statusCode}, a number or its digits; empty for other responses. */
  public static OptionalInt of(byte[] response) {
    try (JsonParser parser = JSON.createParser(response)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return OptionalInt.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals("statusCode");
        parser.nextToken();
        if (wanted) {
          int status = parser.getValueAsInt(0);
          return status >= 100 && status < 600 ? OptionalInt.of(status) : OptionalInt.empty();
        }
        parser.skipChildren();
      }
      return OptionalInt.empty();
    } catch (IOException e) {
      return OptionalInt.empty(); // no JSON, and so no answer of an API
    }
  }

  /** The member {@code body}, where it is text for people: no other bytes in Base64. */
  public static Optional<String> body(byte[] response) {
    String body = null;
    try (JsonParser parser = JSON.createParser(response)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("isBase64Encoded") && value == JsonToken.VALUE_TRUE) {
          return Optional.empty();
        }
        if (name.equals("body") && value == JsonToken.VALUE_STRING) {
          body = parser.getText();
        }
        parser.skipChildren();
      }
      return Optional.ofNullable(body);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
