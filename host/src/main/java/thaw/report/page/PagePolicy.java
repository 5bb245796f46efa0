package thaw.report.page;

import java.util.Base64;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Which script and style a page's content security policy allows: the template's own, by digest.
 * Should a name from a user ever get past the escaping, it still cannot run.
 */
public final class PagePolicy {
  private PagePolicy() {}

  /** Of a page without any script. */
  public static Map<String, String> ofStyle(Template template) {
    return Map.of("style-digest", digest(between(template.text(), "<style>", "</style>")));
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  static String digest(String content) {
    byte[] digest = DigestUtils.sha256(content);
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }
}
