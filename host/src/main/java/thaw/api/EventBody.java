package thaw.api;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A request's body as events have it.
 *
 * @param text empty when there is no body
 * @param isBase64 whether the text stands for bytes
 */
record EventBody(Optional<String> text, boolean isBase64) {
  private static final EventBody NONE = new EventBody(Optional.empty(), false);
  private static final String ALL = "*/*";
  private static final Set<String> TEXTS =
      Set.of(
          "application/json",
          "application/javascript",
          "application/ecmascript",
          "application/xml",
          "application/graphql");

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
    String type = mediaType(contentType);
    boolean said =
        type.startsWith("text/")
            || TEXTS.contains(type)
            || type.endsWith("+json")
            || type.endsWith("+xml");
    if (!said) {
      return base64(body);
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(body);
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      return new EventBody(Optional.of(text), false);
    } catch (CharacterCodingException e) {
      return base64(body);
    }
  }

  private static EventBody base64(byte[] body) {
    return new EventBody(Optional.of(Base64.getEncoder().encodeToString(body)), true);
  }

  /**
   * Whether a header's first media type is among those of a REST API. Only their second part may be
   * a star, or both, as recorded on AWS (LocalStack's test_aws_proxy_binary_response).
   */
  static boolean isBinary(String header, List<String> binaryMediaTypes) {
    if (binaryMediaTypes.isEmpty()) {
      return false;
    }
    if (binaryMediaTypes.contains(ALL)) {
      return true;
    }
    String type = mediaType(header);
    for (String binary : binaryMediaTypes) {
      String known = mediaType(binary);
      boolean family = known.endsWith("/*") && !known.startsWith("*");
      if (family
          ? type.startsWith(known.substring(0, known.length() - 1))
          : type.equals(known) && !type.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static String mediaType(String header) {
    return header.split("[,;]", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Absent is null in the first format, and left out of the second. */
  void write(JsonGenerator event, boolean nulls) throws IOException {
    if (text.isPresent()) {
      event.writeStringField("body", text.get());
    } else if (nulls) {
      event.writeNullField("body");
    }
    event.writeBooleanField("isBase64Encoded", isBase64);
  }
}
