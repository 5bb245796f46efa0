package thaw.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.presentation.page.PageFrame;

/**
 * A page with holes, <code>{{name}}</code>, and with parts that pages share, <code>{{&gt;file}}
 * </code>. Filled in one pass, so braces in what fills a hole stay as they are. Refuses to know
 * HTML.
 */
final class PageTemplate {
  private static final Pattern HOLE = Pattern.compile("\\{\\{([a-z-]+)}}");

  private static final Pattern PART = Pattern.compile("\\{\\{>([a-z.-]+)}}");

  private final String text;

  private PageTemplate(String text) {
    this.text = text;
  }

  /**
   * A page or a part of one.
   *
   * @param owner a class beside it; what is not there is one of the host's parts
   */
  static PageTemplate ofResource(Class<?> owner, String name) {
    String text =
        PART.matcher(resource(owner, name))
            .replaceAll(part -> Matcher.quoteReplacement(resource(owner, part.group(1))));
    return new PageTemplate(text);
  }

  String text() {
    return text;
  }

  /** Returns {@link PageFrame#digest} of the page's style. */
  String styleDigest() {
    int from = text.indexOf("<style>") + "<style>".length();
    return PageFrame.digest(text.substring(from, text.indexOf("</style>", from)));
  }

  /** Fills every hole; a hole without filling and a filling without hole are our bugs. */
  String fill(Map<String, String> fillings) {
    StringBuilder page = new StringBuilder();
    Set<String> unused = new HashSet<>(fillings.keySet());
    Matcher hole = HOLE.matcher(text);
    while (hole.find()) {
      String filling = fillings.get(hole.group(1));
      if (filling == null) {
        throw new IllegalStateException("nothing fills the hole " + hole.group());
      }
      unused.remove(hole.group(1));
      hole.appendReplacement(page, Matcher.quoteReplacement(filling));
    }
    if (!unused.isEmpty()) {
      throw new IllegalStateException("no hole for " + unused);
    }
    return hole.appendTail(page).toString();
  }

  private static String resource(Class<?> owner, String name) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return in == null
          ? PageFrame.resource(name)
          : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + name + " from the program's jar", e);
    }
  }
}
