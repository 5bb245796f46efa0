package thaw.environment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Hears in what a function writes that a library reaches into the JDK by reflection, which JDK 16
 * and later permit to none, and tells of the first. One thread at a time, as its environment's
 * events come.
 */
final class ClosedPackages {
  private static final String ERROR = "InaccessibleObjectException: Unable to make ";

  private static final Pattern WORDS =
      Pattern.compile(
          ERROR + ".* accessible: module (\\S+) does not \"opens (\\S+)\" to unnamed module");

  private ClosedPackages() {}

  static Optional<PlatformEvent.PackageClosed> in(String text) {
    if (!text.contains(ERROR)) { // nearly all
      return Optional.empty();
    }
    Matcher words = WORDS.matcher(text);
    return words.find()
        ? Optional.of(new PlatformEvent.PackageClosed(words.group(1) + "/" + words.group(2)))
        : Optional.empty();
  }
}
