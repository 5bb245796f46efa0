package thaw.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * A question for the address of a name, as resolvers send it: 12 bytes, then the labels of the name
 * with their lengths in front, and an empty one.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1035#section-4.1">RFC 1035, messages</a>
 */
public final class NameQuestion {
  private static final int HEAD_BYTES = 12;
  private static final int LONGEST_LABEL = 63;

  private NameQuestion() {}

  /**
   * The name in lower case, without a dot at its end; empty when it is no such question.
   *
   * @param hex what a function sent, so anything
   */
  static Optional<String> name(String hex) {
    return name(HexFormat.of().parseHex(hex));
  }

  /**
   * As {@link #name(String)}.
   *
   * @param question and nothing behind it
   */
  public static Optional<String> name(byte[] question) {
    StringBuilder name = new StringBuilder();
    int at = HEAD_BYTES;
    while (at < question.length && question[at] != 0) {
      int length = question[at];
      if (length < 0 || length > LONGEST_LABEL || at + length >= question.length) {
        return Optional.empty();
      }
      for (int i = at + 1; i <= at + length; i++) {
        if (question[i] <= ' ' || question[i] == 0x7f) {
          return Optional.empty(); // no name of a host, and nothing to show
        }
      }
      name.append(name.isEmpty() ? "" : ".")
          .append(new String(question, at + 1, length, StandardCharsets.US_ASCII));
      at += length + 1;
    }
    return at < question.length && !name.isEmpty()
        ? Optional.of(name.toString().toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /** A domain as it stands in questions, without the empty label. */
  static String labels(String domain) {
    ByteArrayOutputStream labels = new ByteArrayOutputStream();
    for (String label : domain.split("\\.")) {
      labels.write(label.length());
      labels.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
    }
    return labels.toString(StandardCharsets.US_ASCII);
  }
}
