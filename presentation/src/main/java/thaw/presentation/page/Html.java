package thaw.presentation.page;

import thaw.presentation.text.Text;

/**
 * Text within HTML and SVG that no template writes. Every text from elsewhere passes through {@link
 * #text}.
 */
public final class Html {
  private Html() {}

  /** Safe between tags and in a quoted attribute. */
  public static String text(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (char character : Text.clean(text).toCharArray()) {
      switch (character) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(character);
      }
    }
    return safe.toString();
  }
}
