package thaw.app.running;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.runtimeapi.log.PlatformLog;

/** Reads from the file of events what functions and platform have written, as people read it. */
public final class RunLog {
  private final @Nullable String function;
  private final boolean json;

  /** Functions by name. */
  private final Set<String> seen = new TreeSet<>();

  /**
   * @param function only this one's lines; null for those of all, with their names
   * @param json whether lines are shown as they are in the file
   */
  public RunLog(@Nullable String function, boolean json) {
    this.function = function;
    this.json = json;
  }

  /** All lines that have been written since the last call. */
  public void show(EventFile.Reader reader, Consumer<String> printer) throws IOException {
    for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
      shown(line.get()).ifPresent(printer);
    }
  }

  /** The last ones of all lines that have been written since the last call. */
  public List<String> last(EventFile.Reader reader, int most) throws IOException {
    Deque<String> last = new ArrayDeque<>();
    show(
        reader,
        line -> {
          last.addLast(line);
          if (last.size() > most) {
            last.removeFirst();
          }
        });
    return List.copyOf(last);
  }

  /** Returns whether it is sure that there is such a function: it has written something. */
  public boolean hasWritten() {
    return function == null || seen.contains(function);
  }

  /**
   * One that has written nothing yet is known as well.
   *
   * @param others names of functions that may have written nothing
   */
  public void requireKnown(List<String> others) {
    seen.addAll(others);
    if (function != null && !seen.contains(function)) {
      throw new UserMistake(
          "unknown function: " + function,
          seen.isEmpty()
              ? "leave the name out: there are no logs at all"
              : Spelling.nearest(function, seen)
                  .map(near -> "use thaw logs " + near)
                  .orElse("use one of: " + String.join(", ", seen)));
    }
  }

  private Optional<String> shown(String line) throws IOException {
    LoggedEvent event = LoggedEvent.of(line);
    seen.add(event.function());
    if (function != null && !function.equals(event.function())) {
      return Optional.empty();
    }
    if (json) {
      return Optional.of(line);
    }
    String text = event.text();
    if (text == null) {
      return Optional.empty();
    }
    return Optional.of(
        event.time()
            + " "
            + (function == null ? LogLine.named(event.function(), text) : PlatformLog.lines(text)));
  }
}
