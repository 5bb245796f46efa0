package thaw.presentation.page;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.presentation.text.Text;

/**
 * The templates of pages write to this output. The engine escapes each text by where it stands;
 * before that, characters that steer a terminal or reverse the reading direction are taken out.
 */
public final class PageOutput extends OwaspHtmlTemplateOutput {
  /**
   * The interceptor that does nothing; others serve forms that need a hidden field each, which our
   * pages have not.
   */
  public static final HtmlInterceptor NO_INTERCEPTOR =
      new HtmlInterceptor() {
        @Override
        public void onHtmlTagOpened(
            String name, Map<String, Object> attributes, TemplateOutput output) {}

        @Override
        public void onHtmlTagClosed(String name, TemplateOutput output) {}
      };

  /**
   * Options and dates have hyphens, behind each of which browsers would break the line; beside what
   * is kept whole they may break it, too, so what belongs to it is kept with it.
   */
  private static final Pattern HYPHENS =
      Pattern.compile(
          "[(\"']*+(?:(?<![\\w.-])--?[A-Za-z](?:[\\w:+=.,%/-]*\\w)?|\\b\\d{4}-\\d\\d-\\d\\d\\b)[.,;:!?)\"']*");

  /** Elements of text: in others, such as those of pictures, there is no markup. */
  private static final Set<String> TEXT =
      Set.of(
          "html", "p", "li", "dd", "dt", "td", "th", "b", "i", "a", "h1", "h2", "h3", "small",
          "span", "summary", "code", "div", "article", "section", "header");

  private boolean isText;

  private PageOutput(TemplateOutput output) {
    super(output);
  }

  /** Returns what a template writes. */
  public static String text(Consumer<HtmlTemplateOutput> template) {
    StringOutput text = new StringOutput();
    template.accept(new PageOutput(text));
    return text.toString();
  }

  /** Lines that stay apart within an attribute. */
  public static Content lines(Iterable<String> lines) {
    return out -> {
      String between = "";
      for (String line : lines) {
        out.writeContent(between);
        out.writeUserContent(Text.harmless(line));
        between = "\n";
      }
    };
  }

  @Override
  public void setContext(@Nullable String tagName, @Nullable String attributeName) {
    super.setContext(tagName, attributeName);
    isText = attributeName == null && tagName != null && TEXT.contains(tagName);
  }

  @Override
  public void writeUserContent(@Nullable String text) {
    if (text == null) {
      super.writeUserContent((String) null);
      return;
    }
    String harmless = Text.harmless(text);
    Matcher option = HYPHENS.matcher(harmless);
    int from = 0;
    while (isText && option.find()) {
      super.writeUserContent(harmless.substring(from, option.start()));
      writeContent("<span class=\"option\">");
      super.writeUserContent(option.group());
      writeContent("</span>");
      from = option.end();
    }
    super.writeUserContent(harmless.substring(from));
  }
}
