package thaw.app.choice;

import java.nio.file.Files;
import java.nio.file.Path;
import thaw.problem.UserMistake;
import thaw.service.busy.Conditions;

/** The conditions under which local services answer, as the user has asked for them. */
public final class ServicesChoice {
  private static final String BUSY = "busy";

  private ServicesChoice() {}

  /**
   * @param text as {@code --services} takes it
   */
  public static Conditions of(String text) {
    return of(text, Path.of(""));
  }

  /**
   * @param folder that a file is relative to
   * @throws UserMistake when it is neither a name nor a file, or the file has a mistake
   */
  static Conditions of(String text, Path folder) {
    return switch (text) {
      case "fast" -> Conditions.FAST;
      case "real" -> Conditions.REAL;
      case BUSY -> Conditions.busy(1);
      default ->
          text.startsWith(BUSY + ":")
              ? Conditions.busy(seed(text.substring(BUSY.length() + 1)))
              : new ServicesFile(file(text, folder), text).read();
    };
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UserMistake(
          "the seed of busy must be a whole number: " + text, "use for example busy:7");
    }
  }

  private static Path file(String text, Path folder) {
    Path file = folder.resolve(text);
    if (!Files.isRegularFile(file)) {
      throw new UserMistake(
          "services are neither fast, real nor busy, nor is this a file: " + text,
          "use one of the three, or name a file as in docs/services.md");
    }
    return file;
  }
}
