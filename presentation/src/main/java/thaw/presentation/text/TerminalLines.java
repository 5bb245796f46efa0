package thaw.presentation.text;

import java.util.ArrayList;
import java.util.List;

/** Lines for a terminal, none longer than it is wide. Refuses to print. */
public final class TerminalLines {
  private static final int NARROWEST = 60;

  private final int columns;
  private final boolean ansi;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param columns the terminal's width; below 60 counts as 60
   * @param ansi whether the terminal understands ANSI colours
   */
  public TerminalLines(int columns, boolean ansi) {
    this.columns = Math.max(NARROWEST, columns);
    this.ansi = ansi;
  }

  public int columns() {
    return columns;
  }

  public boolean ansi() {
    return ansi;
  }

  public void add(String line) {
    lines.add(line);
  }

  public void addAll(List<String> further) {
    lines.addAll(further);
  }

  public void section(String title) {
    lines.add("");
    lines.add(Ink.BOLD.on(title, ansi));
  }

  /**
   * @param first what begins the first line; the others are indented as far
   */
  public void wrapped(String first, String text, Ink ink) {
    Text.wrap(first, text, columns).forEach(line -> lines.add(ink.on(line, ansi)));
  }

  /** All of it, each line ended by a line feed. */
  public String text() {
    return String.join("\n", lines) + "\n";
  }
}
