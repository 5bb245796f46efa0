package thaw.lab.report;

import thaw.lab.result.Publication;
import thaw.presentation.page.Html;

/** Sentences of lessons as HTML. */
final class Prose {
  private Prose() {}

  /** Safe, with code between back quotes. */
  static String of(String text) {
    String safe = Html.text(text);
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
