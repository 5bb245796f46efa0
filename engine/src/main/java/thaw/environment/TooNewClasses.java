package thaw.environment;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.JavaRuntimes;
import thaw.runtimeapi.log.PlatformEvent;

/** Hears in what a function writes that a class was built for a later Java than that of its JVM. */
final class TooNewClasses {
  private static final String ERROR =
      " has been compiled by a more recent version of the Java Runtime (";

  /** The words of HotSpot, which runtime clients put behind words of their own. */
  private static final Pattern WORDS =
      Pattern.compile(
          "(\\S+) has been compiled by a more recent version of the Java"
              + " Runtime \\(class file version (\\d{2,3})\\.\\d+\\), this version of the Java Runtime"
              + " only recognizes class file versions up to (\\d{2,3})\\.");

  /** Class files of Java 1 have the version 45. */
  private static final int BEFORE_JAVA_1 = 44;

  private TooNewClasses() {}

  static Optional<PlatformEvent.ClassTooNew> in(String text) {
    if (!text.contains(ERROR)) { // nearly all
      return Optional.empty();
    }
    Matcher words = WORDS.matcher(text);
    if (!words.find()) {
      return Optional.empty();
    }
    int builtFor = Integer.parseInt(words.group(2)) - BEFORE_JAVA_1;
    OptionalInt runtime = JavaRuntimes.oldestFor(builtFor);
    return Optional.of(
        new PlatformEvent.ClassTooNew(
            words.group(1).replace('/', '.'),
            builtFor,
            Integer.parseInt(words.group(3)) - BEFORE_JAVA_1,
            runtime.isPresent() ? Optional.of("java" + runtime.getAsInt()) : Optional.empty()));
  }
}
