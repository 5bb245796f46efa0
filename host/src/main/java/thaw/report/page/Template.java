package thaw.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
public final class Template {
  private static final Pattern HOLE = Pattern.compile("\\{\\{([a-z-]+)}}");

  private static final Pattern PART = Pattern.compile("\\{\\{>([a-z.-]+)}}");

  private final String text;

  private Template(String text) {
    this.text = text;
  }

  /**
   * A page of another package, which may have parts of ours.
   *
   * @param owner a class beside the page
   */
  public static Template ofResource(Class<?> owner, String name) {
    String text =
        PART.matcher(resource(owner, name))
            .replaceAll(part -> Matcher.quoteReplacement(resource(owner, part.group(1))));
    return new Template(text);
  }

  public String text() {
    return text;
  }

  /** Fills every hole; a hole without filling and a filling without hole are our bugs. */
  public String fill(Map<String, String> fillings) {
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
