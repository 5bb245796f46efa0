package thaw.environment;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds in what a function prints why it failed. The runtime client reports an error of a hook as
 * one of its own, without the cause; the stack trace that it prints has it.
 */
final class Causes implements Consumer<PlatformEvent.Stamped> {
  private static final Pattern CAUSE = Pattern.compile("^\\s*(?:Suppressed|Caused by): (.+)$");

  private final List<String> causes = new CopyOnWriteArrayList<>();

  @Override
  public void accept(PlatformEvent.Stamped stamped) {
    if (stamped.event() instanceof PlatformEvent.FunctionLine(String text)) {
      text.lines().map(CAUSE::matcher).filter(Matcher::find).forEach(found -> add(found.group(1)));
    }
  }

  private void add(String cause) {
    if (!causes.contains(cause)) {
      causes.add(cause);
    }
  }

  /** What the stack traces name, the outermost first. */
  Optional<String> text() {
    return causes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", causes));
  }
}
