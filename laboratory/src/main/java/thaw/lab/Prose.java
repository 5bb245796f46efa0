package thaw.lab;

import java.util.regex.Pattern;
import thaw.presentation.page.Html;

/** Sentences of lessons as HTML. */
final class Prose {
  private Prose() {}

  /** An option outside of code, which is whole where a line has room for it. */
  private static final Pattern OPTION =
      Pattern.compile("(?<![\\w.-])--?[A-Za-z][\\w:+=.%,/-]*\\w(?![^`]*`)");

  /** Safe, with code between back quotes. */
  static String of(String text) {
    String safe = OPTION.matcher(Html.text(text)).replaceAll("<span class=\"option\">$0</span>");
    return safe.chars().filter(character -> character == '`').count() % 2 == 0
        ? safe.replaceAll("`([^`]*)`", "<code>$1</code>")
        : safe;
  }

  /** The same, with a link where it names what one can read. */
  static String linked(String text) {
    String linked = of(text);
    for (Publication publication : Publication.values()) {
      String words = Html.text(publication.words());
      linked = linked.replace(words, "<a href=\"" + publication.address() + "\">" + words + "</a>");
    }
    return linked;
  }
}
