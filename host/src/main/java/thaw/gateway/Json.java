package thaw.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What Lambda demands of JSON texts that it only passes on. */
final class Json {
  /** The size of the whole is limited before; its parts need no limits of their own. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private Json() {}

  /**
   * @throws ApiError.Refusal with Jackson's words, as AWS has them
   */
  static void requireEvent(byte[] payload) {
    try {
      requireOneValue(payload);
    } catch (JsonProcessingException e) {
      throw ApiError.invalidContent(
              "Could not parse request body into json: Could not parse payload into json: "
                  + e.getMessage())
          .refusal();
    }
  }

  /**
   * The client context as a header can carry it: nothing but printable ASCII.
   *
   * @param header base64 of JSON
   */
  static String clientContext(String header) {
    try {
      byte[] text = Base64.getDecoder().decode(header);
      requireOneValue(text);
      return printable(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
    } catch (IllegalArgumentException | JsonProcessingException | CharacterCodingException e) {
      throw ApiError.invalidContent("Client context must be a valid Base64-encoded JSON object.")
          .refusal();
    }
  }

  /** Whether it is an object, as filter patterns must be. */
  static boolean isObject(String text) {
    try {
      requireOneValue(text.getBytes(StandardCharsets.UTF_8));
      return text.strip().startsWith("{");
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static void requireOneValue(byte[] text) throws JsonProcessingException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      boolean one = false;
      while (parser.nextToken() != null) {
        if (one) {
          throw new JsonParseException(
              parser, "Unexpected content after the end of the JSON value");
        }
        parser.skipChildren();
        one = true;
      }
      if (!one) {
        throw new JsonParseException(parser, "No content to map due to end-of-input");
      }
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read from memory", e);
    }
  }

  /** Valid JSON has control characters only between tokens, and others only in strings. */
  private static String printable(String json) {
    StringBuilder text = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char character = json.charAt(i);
      if (character < ' ') {
        text.append(' ');
      } else if (character < 0x7f) {
        text.append(character);
      } else {
        text.append(String.format("\\u%04x", (int) character));
      }
    }
    return text.toString();
  }
}
