package thaw.remedy.edit;

import java.nio.file.Path;
import java.util.Locale;

/**
 * A setting in one of the project's files.
 *
 * @param file relative to the project
 * @param line where it stands
 * @param start of the value in the file's text; 0 in YAML, which no remedy changes
 * @param end of it, likewise
 */
public record Setting(String key, String value, Path file, int line, int start, int end) {
  /** Returns a name as libraries compare it, which take {@code maxSize} for {@code MAX_SIZE}. */
  public static String canonical(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }

  /** Returns whether it has this name, in whatever spelling. */
  public boolean isOf(String name) {
    return canonical(key).equals(canonical(name));
  }

  /** Returns whether a variable decides over the value, or a filter of the build does. */
  public boolean isOpen() {
    return value.contains("${") || value.matches("@.*@");
  }

  /** Returns file and line. */
  public String place() {
    return file + ":" + line;
  }
}
