package thaw.http;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request: what it says before its content.
 *
 * @param target as it came: path and query, most often
 * @param isOld of HTTP/1.0
 * @param content to be read before the next request
 */
public record RequestHead(
    String method, String target, boolean isOld, FieldSection fields, MessageContent content) {
  /**
   * The first line of a request.
   *
   * @param target as it came: path and query, most often
   * @param isOld of HTTP/1.0
   */
  record Line(String method, String target, boolean isOld) {
    private static final String HTTP_1_0 = "HTTP/1.0";
    private static final Set<String> VERSIONS = Set.of(HTTP_1_0, "HTTP/1.1");

    static Line of(String line) throws MalformedMessage {
      String[] words = line.split(" ", -1);
      if (words.length != 3
          || !FieldRules.isName(words[0], words[0].length())
          || !isTarget(words[1])
          || !VERSIONS.contains(words[2])) {
        throw new MalformedMessage("no request line", line);
      }
      return new Line(words[0], words[1], words[2].equals(HTTP_1_0));
    }

    /** A server behind this one may take a tab for a space. */
    private static boolean isTarget(String word) {
      for (int i = 0; i < word.length(); i++) {
        if (word.charAt(i) <= ' ' || word.charAt(i) == 0x7f) {
          return false;
        }
      }
      return !word.isEmpty();
    }
  }

  /** The next one of a connection, or null when there is none any more. */
  public static @Nullable RequestHead read(MessageReader in) throws IOException {
    Line line = in.requestLine();
    if (line == null) {
      return null;
    }
    FieldSection fields = in.fields();
    if (line.isOld() && fields.joined("Transfer-Encoding") != null) {
      throw new MalformedMessage("a transfer encoding in HTTP/1.0"); // RFC 9112, 6.1
    }
    return new RequestHead(line.method(), line.target(), line.isOld(), fields, in.content(fields));
  }

  public boolean expectsContinue() {
    return !isOld && fields.lists("Expect", "100-continue");
  }

  /** Returns whether the connection ends behind the response, as the client has it. */
  public boolean closes() {
    return isOld ? !fields.lists("Connection", "keep-alive") : fields.lists("Connection", "close");
  }
}
