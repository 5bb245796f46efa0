package thaw.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/**
 * Which script and style a page's content security policy allows: the template's own, by digest.
 * Should a name from a user ever get past the escaping, it still cannot run.
 */
final class PagePolicy {
  private PagePolicy() {}

  static Map<String, String> fillings(Template template) {
    return Map.of(
        "script-digest", digest(between(template.text(), "<script>", "</script>")),
        "style-digest", digest(between(template.text(), "<style>", "</style>")));
  }

  /** Of a page without any script. */
  static Map<String, String> ofStyle(Template template) {
    return Map.of("style-digest", digest(between(template.text(), "<style>", "</style>")));
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  private static String digest(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
