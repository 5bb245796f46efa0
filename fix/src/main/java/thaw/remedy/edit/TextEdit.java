package thaw.remedy.edit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Lines of one file that take the place of others. It finds them by their text and not by their
 * number, so that edits can be left out and the others still be made.
 *
 * @param file relative to the project
 * @param old whole lines that stand in the file just once; empty where it makes the file
 * @param replacement whole lines
 */
public record TextEdit(Path file, String old, String replacement) {
  /**
   * The lines in which two texts differ, with as many around them as make them unmistakable. New
   * lines end as those do that were there.
   */
  public static TextEdit between(Path file, String before, String after) {
    if (before.equals(after)) {
      throw new IllegalArgumentException("nothing differs in " + file);
    }
    boolean returns = before.contains("\r\n") && before.replace("\r\n", "").indexOf('\n') < 0;
    List<String> old = lines(before);
    List<String> young = lines(returns ? after.replaceAll("(?<!\r)\n", "\r\n") : after);
    int head = 0;
    while (head < Math.min(old.size(), young.size()) && old.get(head).equals(young.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < Math.min(old.size(), young.size()) - head
        && old.get(old.size() - 1 - tail).equals(young.get(young.size() - 1 - tail))) {
      tail++;
    }
    String text = String.join("", old.subList(head, old.size() - tail));
    while (!isOnce(before, text)) {
      head -= head > 0 ? 1 : 0;
      tail -= tail > 0 ? 1 : 0;
      text = String.join("", old.subList(head, old.size() - tail));
    }
    return new TextEdit(file, text, String.join("", young.subList(head, young.size() - tail)));
  }

  /**
   * A file that is not there yet. Its text until then is empty.
   *
   * @throws IllegalArgumentException when it would be an empty file
   */
  public static TextEdit created(Path file, String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("nothing would be in " + file);
    }
    return new TextEdit(file, "", text);
  }

  /** Returns whether it makes the file. */
  public boolean createsFile() {
    return old.isEmpty();
  }

  /**
   * Returns which line of a text a line of the changed one was; empty for a line that is new.
   *
   * @param line counted from 1, as the result
   */
  public static OptionalInt lineBefore(String before, String after, int line) {
    int[] from = Alignment.of(lines(before), lines(after), String::equals);
    return line > from.length || from[line - 1] < 0
        ? OptionalInt.empty()
        : OptionalInt.of(from[line - 1] + 1);
  }

  /** The same as several, one for each place, so that other edits can be made between them. */
  public static List<TextEdit> allBetween(Path file, String before, String after) {
    List<String> old = lines(before);
    List<String> young = lines(after);
    int[] from = Alignment.of(old, young, String::equals);
    List<TextEdit> edits = new ArrayList<>();
    String text = before;
    StringBuilder done = new StringBuilder();
    for (int i = 0; i <= young.size(); i++) {
      int at = i == young.size() ? old.size() : from[i];
      if (at < 0) {
        done.append(young.get(i));
        continue;
      }
      String changed = done + String.join("", old.subList(at, old.size()));
      if (!changed.equals(text)) {
        edits.add(between(file, text, changed));
        text = changed;
      }
      if (i < young.size()) {
        done.append(young.get(i));
      }
    }
    return edits;
  }

  /** The file's text with the edit; empty when its lines are not there, or more than once. */
  public Optional<String> in(String text) {
    if (createsFile()) {
      return text.isEmpty() ? Optional.of(replacement) : Optional.empty();
    }
    if (!isOnce(text, old)) {
      return Optional.empty();
    }
    int at = text.indexOf(old);
    return Optional.of(text.substring(0, at) + replacement + text.substring(at + old.length()));
  }

  private static boolean isOnce(String text, String part) {
    return !part.isEmpty()
        && text.contains(part)
        && text.indexOf(part, text.indexOf(part) + 1) < 0
        && (text.startsWith(part) || text.contains("\n" + part));
  }

  /** Each with its line feed. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      int next = end < 0 ? text.length() : end + 1;
      lines.add(text.substring(from, next));
      from = next;
    }
    return lines;
  }
}
