package thaw.template;

import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * The place of something in a template, so that every message can say {@code file:line:column}.
 *
 * @param file the template's path as the user gave it
 * @param line from 1
 * @param column from 1
 */
public record Place(String file, int line, int column) {
  private static final Pattern PLACE = Pattern.compile("^\\S.*?:\\d+:\\d+: ");

  public UserMistake mistake(String cause, String remedy) {
    return new UserMistake(this + ": " + cause, remedy);
  }

  /** Returns a message without the place that it begins with. */
  static String without(String message) {
    return PLACE.matcher(message).replaceFirst("");
  }

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
