package thaw.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Bodies that are texts by their media types, as payload format 2.0 tells them from bytes. */
public final class TextBody {
  private static final Set<String> TEXTS =
      Set.of(
          "application/json",
          "application/javascript",
          "application/ecmascript",
          "application/xml",
          "application/graphql");

  private TextBody() {}

  /** The body, when its type says that it is a text and it is one in UTF-8. */
  public static Optional<String> of(String contentType, byte[] body) {
    String type = mediaType(contentType);
    boolean said =
        type.startsWith("text/")
            || TEXTS.contains(type)
            || type.endsWith("+json")
            || type.endsWith("+xml");
    if (!said) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** A header's first media type, without parameters, in lower case. */
  public static String mediaType(String header) {
    return header.split("[,;]", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
