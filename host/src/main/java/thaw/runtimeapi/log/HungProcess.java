package thaw.runtimeapi.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.sandbox.kernel.TaskState;

/**
 * A process that takes too long and whose JVM does not tell where, as the kernel sees its threads.
 *
 * @param silence why the JVM tells nothing: {@code the JVM lets nobody attach}
 * @param tasks the threads, the oldest first; of a restore that is not done all processes of the
 *     environment
 * @param criu what CRIU has written of a restore that is not done; empty without one
 */
public record HungProcess(String silence, List<TaskState> tasks, String criu) implements Hang {
  /** The launcher's thread, and the one that runs {@code main}. */
  private static final int OLDEST = 2;

  private static final int MOST = 12;

  public HungProcess {
    tasks = List.copyOf(tasks);
  }

  @Override
  public String words(boolean timeIsUp) {
    List<TaskState> shown = shown();
    StringBuilder words =
        new StringBuilder("thaw: ")
            .append(timeIsUp ? "when time was up " : "the init phase or a hook takes long; ")
            .append(silence)
            .append("; in the kernel its threads were at");
    for (TaskState task : shown) {
      words.append("\n\t").append(name(task)).append(": ").append(task.words());
    }
    if (tasks.size() > shown.size()) {
      words.append("\n\tand ").append(tasks.size() - shown.size()).append(" more waited");
    }
    if (!criu.isEmpty()) {
      words.append("\n\tCRIU wrote: ").append(criu);
    }
    return words.toString();
  }

  /** The kernel knows no methods. */
  @Override
  public Optional<String> hook() {
    return Optional.empty();
  }

  /** {@code slept}: what it did, in few words. */
  public String waitsFor() {
    String seen =
        tasks.stream()
            .filter(task -> !task.isIdle())
            .findFirst()
            .or(() -> tasks.stream().limit(OLDEST).reduce((_, second) -> second))
            .map(task -> ", and " + name(task) + " " + task.words())
            .orElse("");
    return silence + seen + (criu.isEmpty() ? "" : "; CRIU wrote: " + criu);
  }

  @Override
  public Optional<String> remedy() {
    return Optional.empty();
  }

  /** Those that could be main, and those that do not just wait. */
  private List<TaskState> shown() {
    List<TaskState> shown = new ArrayList<>();
    for (int i = 0; i < tasks.size() && shown.size() < MOST; i++) {
      if (i < OLDEST || !tasks.get(i).isIdle()) {
        shown.add(tasks.get(i));
      }
    }
    return shown;
  }

  private static String name(TaskState task) {
    return "thread \"" + task.name() + "\"";
  }
}
