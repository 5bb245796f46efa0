package thaw.runtimeapi.log;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds in what a function prints why it failed. The runtime client reports an error of a hook as
 * one of its own, without the cause; the stack trace that it prints has it.
 */
public final class Causes implements Consumer<PlatformEvent.Stamped> {
  private static final Pattern CAUSE = Pattern.compile("^\\s*(?:Suppressed|Caused by): (.+)$");
  private static final Pattern THROWN =
      Pattern.compile("^((?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error)(?:: .+)?)$");
  private static final Pattern PLATFORM = Pattern.compile("^(the restore failed: .+)$");

  private final Set<String> causes = new LinkedHashSet<>(); // guarded by itself
  private final Set<String> thrown = new LinkedHashSet<>(); // guarded by causes

  @Override
  public void accept(PlatformEvent.Stamped stamped) {
    if (stamped.event() instanceof PlatformEvent.FunctionLine(String text)) {
      synchronized (causes) {
        text.lines()
            .forEach(line -> {
              add(CAUSE, line, causes);
              add(THROWN, line, thrown);
              add(PLATFORM, line, causes);
            });
      }
    }
  }

  private static void add(Pattern pattern, String line, Set<String> found) {
    Matcher matcher = pattern.matcher(line);
    if (matcher.find()) {
      found.add(matcher.group(1));
    }
  }

  /** Returns the causes that the stack traces name, the outermost first. */
  public Optional<String> text() {
    synchronized (causes) {
      Set<String> best = causes.isEmpty() ? thrown : causes;
      return best.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", best));
    }
  }
}
