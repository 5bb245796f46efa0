package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The state of one thread as the kernel sees it, whatever program it runs. Much of it is for those
 * only who may trace the process; the rest is told without it.
 *
 * @param id the thread's number on the host
 * @param innerId its number in the innermost pid namespace
 * @param name of which the kernel keeps 15 bytes
 * @param state the kernel's letter: R runs, S sleeps, D sleeps and cannot be interrupted, T and t
 *     are stopped, Z has ended
 * @param call the system call that it is in
 * @param file what the call's first argument leads to, where that is a descriptor
 * @param place the kernel's function that it sleeps in
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_syscall.5.html">
 *     proc_pid_syscall(5)</a>
 */
public record TaskState(
    long id,
    long innerId,
    String name,
    char state,
    Optional<String> call,
    Optional<String> file,
    Optional<String> place) {

  /**
   * Returns the states of a process's threads, the oldest first; it is empty when the process has
   * ended.
   */
  public static List<TaskState> of(long pid) {
    return TaskFolders.of(pid).stream().map(TaskState::read).flatMap(Optional::stream).toList();
  }

  /** {@code slept in the kernel: in read of pipe:[4711] (anon_pipe_read)}. */
  public String words() {
    StringBuilder words = new StringBuilder(inWords(state));
    call.ifPresent(name -> words.append(", in ").append(name));
    file.ifPresent(path -> words.append(" of ").append(path));
    place.ifPresent(symbol -> words.append(" (").append(symbol).append(')'));
    return words.toString();
  }

  /** Returns whether it sleeps as threads do that wait for work or for each other. */
  public boolean isIdle() {
    return state == 'S';
  }

  private static String inWords(char state) {
    return switch (state) {
      case 'R' -> "ran, or waited for a CPU";
      case 'S' -> "waited";
      case 'D' -> "waited, and could not be interrupted";
      case 'T' -> "was stopped by a signal";
      case 't' -> "was stopped by a tracer";
      case 'Z', 'X' -> "had ended";
      default -> "was in the kernel's state " + state;
    };
  }

  /** Nothing when the thread has ended meanwhile. */
  private static Optional<TaskState> read(Path task) {
    try {
      String stat = KernelFile.read(task.resolve("stat"));
      int name = stat.lastIndexOf(')');
      Optional<String[]> call = optional(task.resolve("syscall")).map(line -> line.split(" "));
      Optional<SystemCall> known = call.flatMap(words -> SystemCall.numbered(words[0]));
      return Optional.of(
          new TaskState(
              TaskFolders.id(task),
              ProcessStat.innerPid(task),
              stat.substring(stat.indexOf('(') + 1, name),
              stat.charAt(name + 2),
              known.map(SystemCall::words).or(() -> call.flatMap(TaskState::number)),
              known.filter(SystemCall::hasDescriptor).flatMap(_ -> file(task, call.get())),
              optional(task.resolve("wchan")).filter(symbol -> !symbol.equals("0"))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** {@code running} and -1 are no calls. */
  private static Optional<String> number(String[] words) {
    return words[0].isEmpty() || words[0].startsWith("-") || words[0].equals("running")
        ? Optional.empty()
        : Optional.of("system call " + words[0]);
  }

  private static Optional<String> file(Path task, String[] words) {
    try {
      long descriptor = Long.decode(words[1]);
      return Optional.of(
          Files.readSymbolicLink(task.resolve("fd").resolve(Long.toString(descriptor))).toString());
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> optional(Path file) {
    try {
      return Optional.of(KernelFile.read(file)).filter(text -> !text.isEmpty());
    } catch (IOException e) {
      return Optional.empty(); // not ours to trace, or a kernel without it
    }
  }
}
