package thaw.lambdaapi.invoke;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import thaw.json.Json;

/** Checks what Lambda demands of JSON texts that it only passes on. */
public final class PassedJson {
  private PassedJson() {}

  /**
   * @throws ApiError.Refusal with Jackson's words, as AWS has them
   */
  static void requireEvent(byte[] payload) {
    try {
      Json.requireOneValue(payload);
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
      Json.requireOneValue(text);
      return printable(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
    } catch (IllegalArgumentException | JsonProcessingException | CharacterCodingException e) {
      throw ApiError.invalidContent("Client context must be a valid Base64-encoded JSON object.")
          .refusal();
    }
  }

  /** Returns whether it is an object, as filter patterns must be. */
  public static boolean isObject(String text) {
    try {
      Json.requireOneValue(text.getBytes(StandardCharsets.UTF_8));
      return text.strip().startsWith("{");
    } catch (JsonProcessingException e) {
      return false;
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
