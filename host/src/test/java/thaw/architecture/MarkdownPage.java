package thaw.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of Markdown: its links (in the text, as references and in HTML), the anchors that its
 * headings have on GitHub, and faults of its tables. What is in fenced code is none of these, and
 * in inline code there is no link.
 *
 * @param unevenRows rows of tables that have more or fewer cells than the head of their table: what
 *     is too much is not shown
 */
record MarkdownPage(Path file, List<Link> links, Set<String> anchors, List<String> unevenRows) {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern REFERENCE = Pattern.compile("^ {0,3}\\[[^]^]+]: +<?([^>\\s]+)");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("<[a-z][^>]*\\s(?:href|src|srcset)=\"([^\"\\s]+)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+?)\\s*#*");
  private static final Pattern INLINE_CODE = Pattern.compile("(`+)(?!`).+?(?<!`)\\1(?!`)");
  private static final Pattern BELOW_HEAD = Pattern.compile("\\|? *:?-+:? *(\\| *:?-+:? *)*\\|?");

  /** Also in inline code a bar ends the cell, unless a backslash precedes it. */
  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");

  private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N}_ -]");

  /**
   * A link without scheme, of this repository.
   *
   * @param path relative to the page; empty where the link leads within the page
   * @param anchor empty where it has none
   */
  record Link(String path, String anchor) {}

  static MarkdownPage read(Path file) throws IOException {
    List<Link> links = new ArrayList<>();
    Set<String> anchors = new LinkedHashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    List<String> uneven = new ArrayList<>();
    Table table = Table.NONE;
    boolean fenced = false;
    for (String line : Files.readAllLines(file)) {
      table = fenced ? Table.NONE : table.with(line);
      if (table.cells() > 0 && cells(line) != table.cells()) {
        uneven.add(line);
      }
      if (line.stripLeading().startsWith("```")) {
        fenced = !fenced;
      } else if (!fenced) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
          String anchor = anchor(heading.group(1));
          int before = seen.merge(anchor, 1, Integer::sum) - 1;
          anchors.add(before == 0 ? anchor : anchor + "-" + before);
        }
        addLinks(line, links);
      }
    }
    return new MarkdownPage(file, List.copyOf(links), Set.copyOf(anchors), List.copyOf(uneven));
  }

  /**
   * Where a line stands.
   *
   * @param before the line before it
   * @param cells how many the head of its table has; 0 where the line is in none
   */
  private record Table(String before, int cells) {
    static final Table NONE = new Table("", 0);

    Table with(String line) {
      if (!line.contains("|")) {
        return new Table(line, 0);
      }
      boolean begins = before.contains("|") && cells == 0 && BELOW_HEAD.matcher(line).matches();
      return new Table(line, begins ? MarkdownPage.cells(before) : cells);
    }
  }

  private static int cells(String row) {
    String inner = row.strip().replaceFirst("^\\|", "").replaceFirst("(?<!\\\\)\\|$", "");
    return BAR.split(inner, -1).length;
  }

  private static void addLinks(String line, List<Link> links) {
    String text = INLINE_CODE.matcher(line).replaceAll("code");
    for (Pattern form : List.of(LINK, REFERENCE, ATTRIBUTE)) {
      addLinks(form.matcher(text), links);
    }
  }

  private static void addLinks(Matcher found, List<Link> links) {
    while (found.find()) {
      String target = found.group(1);
      if (!target.contains("://") && !target.startsWith("mailto:")) {
        int hash = target.indexOf('#');
        links.add(
            hash < 0
                ? new Link(target, "")
                : new Link(target.substring(0, hash), target.substring(hash + 1)));
      }
    }
  }

  /** As GitHub makes it: small letters, spaces as hyphens, no other punctuation. */
  private static String anchor(String heading) {
    String text = heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
    return NOT_IN_ANCHORS.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("").replace(' ', '-');
  }
}
