package thaw.lambdaapi.invoke;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassedJsonTest {
  private static final String PREFIX =
      "Could not parse request body into json: Could not parse payload into json: ";
  private static final String SOURCE =
      "\n at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); ";

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[1, {\"a\": null}]", "\"text\"", "null", " 7 ", "-1.5e300"})
  void any_json_value_is_an_event(String text) {
    assertDoesNotThrow(() -> PassedJson.requireEvent(text.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{} {}", "nope", "", "  ", "{\"a\":}"})
  void all_else_is_refused(String text) {
    ApiError error = refused(text.getBytes(StandardCharsets.UTF_8));
    assertEquals(400, error.status());
    assertEquals("InvalidRequestContentException", error.type());
  }

  /** A payload whose answer by AWS was recorded 2025-11-24 (public LocalStack tests). */
  @Test
  void the_words_are_those_of_aws() {
    assertEquals(
        PREFIX + "Invalid UTF-8 start byte 0x87" + SOURCE + "line: 1, column: 3]",
        refused(HexFormat.of().parseHex("6e87729ee9b5d749ee9b6d745d")).message());
  }

  @Test
  void a_client_context_becomes_a_header_without_a_change_of_meaning() {
    String text = "{\n\"custom\": {\"name\": \"Zoë\", \"n\": 1.00}\n}";
    String header =
        PassedJson.clientContext(
            Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    assertEquals("{ \"custom\": {\"name\": \"Zo\\u00eb\", \"n\": 1.00} }", header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"***", "e30K e30=", "eyI="})
  void a_client_context_that_is_no_json_in_base64_is_refused(String header) {
    assertEquals(
        "InvalidRequestContentException",
        assertThrows(ApiError.Refusal.class, () -> PassedJson.clientContext(header))
            .error()
            .type());
  }

  private static ApiError refused(byte[] payload) {
    return assertThrows(ApiError.Refusal.class, () -> PassedJson.requireEvent(payload)).error();
  }
}
