package thaw.remedy.edit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The import declarations of a Java source, each on a line of its own. */
public final class ImportLines {
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import\\s+(?:static\\s+)?[\\w.]+(?:\\.\\*)?\\s*;[^\\n]*(?:\\n|\\z)");

  private ImportLines() {}

  /** Returns the position behind the last import; 0 where there is none. */
  public static int end(String source) {
    Matcher matcher = IMPORT.matcher(source);
    int end = 0;
    while (matcher.find()) {
      end = matcher.end();
    }
    return end;
  }

  public static List<String> of(String source) {
    return IMPORT.matcher(source).results().map(found -> plain(found.group())).toList();
  }

  /**
   * Returns the text up to the last import with the wanted imports: those that stay keep their
   * place and order.
   */
  public static String with(String head, List<String> wanted) {
    List<String> lines = new ArrayList<>(head.lines().toList());
    Set<String> further = new LinkedHashSet<>(wanted);
    further.removeAll(of(head));
    int place = -1;
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i).startsWith("import ") && !wanted.contains(plain(lines.get(i)))) {
        lines.remove(i);
        place = i;
      }
    }
    place = place < 0 ? lines.size() : place;
    for (String line : further) {
      add(lines, place, line);
    }
    String feed = head.contains("\r\n") ? "\r\n" : "\n";
    return String.join(feed, lines) + (lines.isEmpty() ? "" : feed);
  }

  /**
   * Inserts an import in its place within an ordered group that lost others, or else in the place
   * of those.
   */
  private static void add(List<String> lines, int place, String line) {
    int from = place;
    while (from > 0 && isImport(lines.get(from - 1))) {
      from--;
    }
    int to = place;
    while (to < lines.size() && isImport(lines.get(to))) {
      to++;
    }
    List<String> group = lines.subList(from, to);
    boolean ordered = group.equals(group.stream().sorted(ImportLines::compare).toList());
    int at = ordered ? from : place;
    while (ordered && at < to && compare(lines.get(at), line) < 0) {
      at++;
    }
    lines.add(at, line);
  }

  private static boolean isImport(String line) {
    return line.startsWith("import ") && !line.startsWith("import static ");
  }

  /** Returns an import without a comment behind it. */
  private static String plain(String line) {
    return line.strip().replaceAll("\\s*;.*", ";");
  }

  private static int compare(String one, String other) {
    return one.replaceAll("\\s*;.*", "").compareTo(other.replaceAll("\\s*;.*", ""));
  }
}
