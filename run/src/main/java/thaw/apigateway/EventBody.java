package thaw.apigateway;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import thaw.http.TextBody;

/**
 * A request's body as events have it.
 *
 * @param text empty when there is no body
 * @param isBase64 whether the text stands for bytes
 */
record EventBody(Optional<String> text, boolean isBase64) {
  private static final EventBody NONE = new EventBody(Optional.empty(), false);
  private static final String ALL = "*/*";

  /** A REST API's: bytes for the media types that it declares, else a text whatever they are. */
  static EventBody rest(byte[] body, String contentType, List<String> binaryMediaTypes) {
    if (body.length == 0) {
      return NONE;
    }
    return isBinary(contentType, binaryMediaTypes)
        ? base64(body)
        : new EventBody(Optional.of(new String(body, StandardCharsets.UTF_8)), false);
  }

  /** An HTTP API's: a text when its media type is one, else bytes. */
  static EventBody http(byte[] body, String contentType) {
    if (body.length == 0) {
      return NONE;
    }
    return TextBody.of(contentType, body)
        .map(text -> new EventBody(Optional.of(text), false))
        .orElseGet(() -> base64(body));
  }

  private static EventBody base64(byte[] body) {
    return new EventBody(Optional.of(Base64.getEncoder().encodeToString(body)), true);
  }

  /**
   * Returns whether a header's first media type is among those of a REST API. Only their second
   * part may be a star, or both, as recorded on AWS (LocalStack's test_aws_proxy_binary_response).
   */
  static boolean isBinary(String header, List<String> binaryMediaTypes) {
    if (binaryMediaTypes.isEmpty()) {
      return false;
    }
    if (binaryMediaTypes.contains(ALL)) {
      return true;
    }
    String type = TextBody.mediaType(header);
    for (String binary : binaryMediaTypes) {
      String known = TextBody.mediaType(binary);
      boolean family = known.endsWith("/*") && !known.startsWith("*");
      if (family
          ? type.startsWith(known.substring(0, known.length() - 1))
          : type.equals(known) && !type.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Writes the body; an absent one is null in the first format, and left out of the second. */
  void write(JsonGenerator event, boolean nulls) throws IOException {
    if (text.isPresent()) {
      event.writeStringField("body", text.get());
    } else if (nulls) {
      event.writeNullField("body");
    }
    event.writeBooleanField("isBase64Encoded", isBase64);
  }
}
