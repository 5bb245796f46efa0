package thaw.report;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page with holes, <code>{{name}}</code>, and with parts that pages share, <code>{{&gt;file}}
 * </code>. Filled in one pass, so braces in what fills a hole stay as they are. Refuses to know
 * HTML.
 */
final class Template {
  private static final Pattern HOLE = Pattern.compile("\\{\\{([a-z-]+)}}");

  private static final Pattern PART = Pattern.compile("\\{\\{>([a-z.-]+)}}");

  private final String text;

  private Template(String text) {
    this.text = text;
  }

  static Template ofResource(String name) {
    String text =
        PART.matcher(PageFrame.resource(name))
            .replaceAll(part -> Matcher.quoteReplacement(PageFrame.resource(part.group(1))));
    return new Template(text);
  }

  String text() {
    return text;
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
}
