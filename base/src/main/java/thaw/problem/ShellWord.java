package thaw.problem;

import java.nio.file.Path;

/** Writes words of commands that somebody is to type. */
public final class ShellWord {
  private ShellWord() {}

  /** Quotes a word for a shell, where it would take a character for its own. */
  public static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Quotes a path. */
  public static String quoted(Path path) {
    return quoted(path.toString());
  }
}
