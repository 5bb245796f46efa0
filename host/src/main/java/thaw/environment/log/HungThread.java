package thaw.environment.log;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The main thread of a JVM whose time was up, as its thread dump has it. */
public final class HungThread {
  private static final Pattern HOOK =
      Pattern.compile(
          "at (?:.*/)?(?<resource>[^/(]+)\\.(?<hook>beforeCheckpoint|afterRestore)\\(.*");

  private HungThread() {}

  /**
   * Frames of the thread {@code main}, the innermost first; none when it is not in it.
   *
   * @param dump what {@code jcmd Thread.print} prints, or its beginning
   */
  public static List<String> frames(String dump) {
    return dump.lines()
        .dropWhile(line -> !line.startsWith("\"main\" "))
        .skip(1)
        .takeWhile(line -> !line.isBlank())
        .map(String::strip)
        .filter(line -> line.startsWith("at "))
        .toList();
  }

  public static String words(List<String> frames) {
    String where = hook(frames).map(hook -> "in " + hook + ", ").orElse("");
    return "thaw: when time was up the main thread was "
        + where
        + "at\n\t"
        + String.join("\n\t", frames);
  }

  /**
   * {@code afterRestore of the resource com.example.Pool}: the innermost, as a resource may be
   * called by another one.
   */
  public static Optional<String> hook(List<String> frames) {
    return frames.stream()
        .map(HOOK::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(hook -> hook.group("hook") + " of the resource " + hook.group("resource"));
  }
}
