package dev.thaw.samples.apis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A picture of one pixel: bytes, which results have as base64. */
public final class Picture implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
          + "rkJggg==";

  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    return Map.of(
        "statusCode", 200,
        "headers", Map.of("Content-Type", "image/png"),
        "body", PNG,
        "isBase64Encoded", true);
  }
}
