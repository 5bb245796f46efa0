package thaw.runtimeapi.log;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a process is that takes too long: its main thread, as the JVM's thread dump has it.
 *
 * @param lines the thread's state, frames and locks, the innermost first; empty when the JVM does
 *     not tell
 * @param silence why the JVM does not tell: {@code the JVM lets nobody attach}
 */
public record Hang(List<String> lines, String silence) {
  private static final Pattern NAME =
      Pattern.compile("\"(?<name>.*)\" (?:#|os_prio|prio|daemon).*");
  private static final Pattern HOOK =
      Pattern.compile(
          "at (?:[^(]*/)?(?<resource>[^/(]+)\\.(?<hook>beforeCheckpoint|afterRestore)\\(.*");
  private static final String KNOWN = "docs/snapstart-failures.md has hangs of public libraries";

  public Hang {
    lines = List.copyOf(lines);
  }

  /** Makes one of a process whose JVM does not tell. */
  public static Hang silent(String why) {
    return new Hang(List.of(), why);
  }

  /**
   * Returns the thread that runs a hook, else that of {@code main}, whatever it has been renamed
   * to; empty when neither is in the dump.
   *
   * @param dump what {@code jcmd Thread.print} prints, or its beginning
   */
  public static Optional<Hang> of(String dump) {
    List<Dumped> threads =
        Stream.of(dump.split("\\n\\s*\\n")).flatMap(part -> Dumped.of(part).stream()).toList();
    return first(threads, thread -> hook(thread.lines).isPresent())
        .or(() -> first(threads, thread -> thread.name.equals("main")))
        .or(() -> first(threads, thread -> thread.lines.getLast().contains(".main(")))
        .map(main -> new Hang(main.lines, ""));
  }

  private record Dumped(String name, List<String> lines) {
    static Optional<Dumped> of(String part) {
      List<String> lines = part.lines().map(String::strip).toList();
      Matcher name = NAME.matcher(lines.isEmpty() ? "" : lines.getFirst());
      return lines.size() > 1 && name.matches()
          ? Optional.of(new Dumped(name.group("name"), lines.subList(1, lines.size())))
          : Optional.empty();
    }
  }

  private static Optional<Dumped> first(List<Dumped> threads, Predicate<Dumped> wanted) {
    return threads.stream().filter(wanted).findFirst();
  }

  /**
   * Describes the hang in words for the log.
   *
   * @param timeIsUp false for what may still end
   */
  public String words(boolean timeIsUp) {
    if (lines.isEmpty()) {
      return "thaw: "
          + (timeIsUp ? "when time was up " : "the init phase or a hook takes long; ")
          + silence;
    }
    return "thaw: %s the main thread was%s at\n\t%s"
        .formatted(
            timeIsUp ? "when time was up" : "a hook takes long;",
            hook().map(hook -> " in " + hook + " (" + KNOWN + "),").orElse(""),
            String.join("\n\t", lines));
  }

  /**
   * {@code afterRestore of the resource com.example.Pool}, where that is known: the innermost, as a
   * resource may be called by another one.
   */
  public Optional<String> hook() {
    return hook(lines);
  }

  private static Optional<String> hook(List<String> lines) {
    return lines.stream()
        .map(HOOK::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(hook -> hook.group("hook") + " of the resource " + hook.group("resource"));
  }

  /** Returns what to do about a hook that hangs. */
  public Optional<String> remedy() {
    return hook()
        .map(_ -> "give what the hook waits for a timeout: its stack is above, and " + KNOWN);
  }
}
