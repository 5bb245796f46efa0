package thaw.remedy.edit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An element of an XML file that some other program has found to be well-formed, with its positions
 * in the text. (The JDK's own readers are off by one behind some comments.)
 *
 * @param start of its first tag
 * @param open behind its first tag
 * @param close of its last tag
 * @param end behind its last tag
 * @param text its own, without what children have
 */
public record XmlElement(
    String name, int start, int open, int close, int end, String text, List<XmlElement> children) {
  public XmlElement {
    children = List.copyOf(children);
  }

  private static final class Begun {
    private final String name;
    private final int start;
    private final int open;
    private final StringBuilder text = new StringBuilder();
    private final List<XmlElement> children = new ArrayList<>();

    Begun(String name, int start, int open) {
      this.name = name;
      this.start = start;
      this.open = open;
    }

    XmlElement ended(int close, int end) {
      return new XmlElement(name, start, open, close, end, text.toString().strip(), children);
    }
  }

  /** A comment, a text that is no markup, an instruction; else a tag or a document type. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "<!--.*?-->|<!\\[CDATA\\[.*?]]>|<\\?.*?\\?>"
              + "|<(?<last>/?)(?<name>[^\\s/>!]+)(?:\"[^\"]*\"|'[^']*'|[^\"'>])*?(?<empty>/?)>"
              + "|<!DOCTYPE",
          Pattern.DOTALL);

  /** The outermost element; empty where the text is no XML or has a document type. */
  public static Optional<XmlElement> of(String text) {
    Deque<Begun> open = new ArrayDeque<>();
    Matcher markup = MARKUP.matcher(text);
    int behind = 0;
    while (markup.find()) {
      if (!open.isEmpty()) {
        open.peek().text.append(text, behind, markup.start());
      }
      behind = markup.end();
      String name = markup.group("name");
      if (name == null) {
        if (markup.group().equals("<!DOCTYPE")) {
          return Optional.empty();
        }
        continue;
      }
      boolean isLast = !markup.group("last").isEmpty();
      boolean isEmpty = !markup.group("empty").isEmpty();
      if (!isLast) {
        open.push(new Begun(name, markup.start(), markup.end()));
      }
      if (isLast || isEmpty) {
        if (open.isEmpty() || !open.peek().name.equals(name)) {
          return Optional.empty();
        }
        XmlElement element =
            open.pop().ended(isEmpty ? markup.end() : markup.start(), markup.end());
        if (open.isEmpty()) {
          return Optional.of(element);
        }
        open.peek().children.add(element);
      }
    }
    return Optional.empty();
  }

  /** Its children of that name. */
  List<XmlElement> all(String child) {
    return children.stream().filter(each -> each.name().equals(child)).toList();
  }

  /** Down along these names, the first of each. */
  public Optional<XmlElement> at(String... names) {
    Optional<XmlElement> found = Optional.of(this);
    for (String each : names) {
      found = found.flatMap(element -> element.all(each).stream().findFirst());
    }
    return found;
  }

  /** Text of a child; empty where there is none. */
  public String value(String child) {
    return at(child).map(XmlElement::text).orElse("");
  }
}
