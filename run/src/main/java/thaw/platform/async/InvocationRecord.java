package thaw.platform.async;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import thaw.platform.record.EventTimes;

/**
 * The record that a destination gets, in the shape recorded on AWS (November 2025, in the public
 * LocalStack repository, test_lambda_destinations.snapshot.json). Payloads are passed on as they
 * were written.
 */
final class InvocationRecord {
  private static final JsonMapper JSON = new JsonMapper();

  private InvocationRecord() {}

  /**
   * The function's last answer.
   *
   * @param failed whether it was an error
   * @param version which was executed
   */
  record Response(boolean failed, byte[] payload, String version) {}

  /**
   * @param response absent when the function never had the event
   */
  static byte[] write(
      PendingEvent event,
      EndCondition condition,
      Instant now,
      byte[] payload,
      Optional<Response> response) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(payload.length + 512);
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("version", "1.0");
      json.writeStringField("timestamp", EventTimes.MILLIS.format(now));
      json.writeObjectFieldStart("requestContext");
      json.writeStringField("requestId", event.requestId());
      json.writeStringField("functionArn", event.qualifiedArn());
      json.writeStringField("condition", condition.lambdaName());
      json.writeNumberField("approximateInvokeCount", event.attempts());
      json.writeEndObject();
      json.writeFieldName("requestPayload");
      writePayload(json, payload);
      if (response.isPresent()) {
        json.writeObjectFieldStart("responseContext");
        json.writeNumberField("statusCode", 200);
        json.writeStringField("executedVersion", response.get().version());
        if (response.get().failed()) {
          json.writeStringField("functionError", "Unhandled");
        }
        json.writeEndObject();
        json.writeFieldName("responsePayload");
        writePayload(json, response.get().payload());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("could not write a record to memory: " + e, e);
    }
    return out.toByteArray();
  }

  private static void writePayload(JsonGenerator json, byte[] payload) throws IOException {
    String text = new String(payload, StandardCharsets.UTF_8);
    if (text.isBlank()) {
      json.writeNull();
    } else if (isJson(payload)) {
      json.writeRawValue(text);
    } else {
      json.writeString(text); // what a runtime of the user's own may answer
    }
  }

  /** One value and nothing after it. */
  private static boolean isJson(byte[] payload) throws IOException {
    try (JsonParser parser = JSON.createParser(payload)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
