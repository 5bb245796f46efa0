package thaw.environment;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.JavaRuntimes;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Hears in what a function writes that a class was built for a later Java than that of its JVM, and
 * tells of the first. One thread at a time, as its environment's events come.
 */
final class TooNewClasses implements Consumer<PlatformEvent.Stamped> {
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

  private final Consumer<PlatformEvent.Stamped> events;
  private boolean told;

  /**
   * @param events gets what is to be told, behind the line that it was heard in
   */
  TooNewClasses(Consumer<PlatformEvent.Stamped> events) {
    this.events = events;
  }

  @Override
  public void accept(PlatformEvent.Stamped stamped) {
    if (!told && stamped.event() instanceof PlatformEvent.FunctionLine(String text)) {
      in(text)
          .ifPresent(found -> {
            told = true;
            events.accept(new PlatformEvent.Stamped(stamped.time(), stamped.nanos(), found));
          });
    }
  }

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
