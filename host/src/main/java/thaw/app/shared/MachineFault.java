package thaw.app.shared;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Libc;
import thaw.store.StoreUnavailable;

/**
 * What this machine refuses, such as space on a disk, recognised in whatever failed by it: no part
 * of the program has to expect it.
 *
 * @see <a href="https://man7.org/linux/man-pages/man3/errno.3.html">errno(3)</a>
 */
public final class MachineFault {
  private static final String UNMAPPABLE = "Malformed input";
  private static final String NO_THREAD = "unable to create native thread";

  private enum Kind {
    NO_SPACE(
        28,
        "No space left on device",
        "free space there: `thaw doctor --prune` removes what Thaw keeps, and docs/troubleshooting.md"
            + " has the folders and how to move them"),
    QUOTA(
        122,
        "Disk quota exceeded",
        "free space of your quota: `thaw doctor --prune` removes what Thaw keeps, and"
            + " docs/troubleshooting.md has the folders and how to move them"),
    OPEN_FILES(24, "Too many open files", "raise the limit of open files: ulimit -n 4096"),
    OPEN_FILES_OF_ALL(
        23, "Too many open files in system", "raise the limit of the machine: sysctl fs.file-max"),
    READ_ONLY(
        30,
        "Read-only file system",
        "name a folder that can be written; docs/troubleshooting.md has those that Thaw uses"),
    NO_PERMISSION(
        13,
        "Permission denied",
        "let your user read and write it, or name another folder; docs/troubleshooting.md has those"
            + " that Thaw uses");

    private final int number;
    private final String words;
    private final String remedy;

    Kind(int number, String words, String remedy) {
      this.number = number;
      this.words = words;
      this.remedy = remedy;
    }

    /** Libc has the user's language, programs of Thaw's have none. */
    private boolean isNamedIn(String text) {
      return text.contains(words) || text.contains(Libc.message(number));
    }
  }

  private MachineFault() {}

  /** Returns the fault of the machine's that is behind a problem; empty when there is none. */
  public static Optional<UserMistake> of(Throwable problem) {
    return Stream.iterate(problem, each -> each != null, Throwable::getCause)
        .map(each -> of(problem, each))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<UserMistake> of(Throwable problem, Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    return switch (cause) {
      case AccessDeniedException _ -> Optional.of(told(problem, cause, Kind.NO_PERMISSION.remedy));
      case IOException _ ->
          Stream.of(Kind.values())
              .filter(kind -> kind.isNamedIn(text))
              .reduce((_, longer) -> longer) // ENFILE's words begin as EMFILE's do
              .map(kind -> told(problem, cause, kind.remedy));
      case StoreUnavailable _ ->
          Optional.of(
              told(
                  problem,
                  cause,
                  "make room for the folder of --data, and see that it can be written; requests are"
                      + " taken again then"));
      case InvalidPathException path when path.getReason().startsWith(UNMAPPABLE) ->
          Optional.of(
              new UserMistake(
                  "this locale has no such characters in paths: " + path.getInput(),
                  "use one with UTF-8: LC_ALL=C.UTF-8 thaw ..."));
      case OutOfMemoryError _ when text.contains(NO_THREAD) ->
          Optional.of(
              told(problem, cause, "raise the limits of processes: ulimit -u, and pids.max"));
      default -> Optional.empty();
    };
  }

  /** What was tried, by the outermost exception, and what the kernel said of it. */
  private static UserMistake told(Throwable problem, Throwable cause, String remedy) {
    String said = words(cause);
    String tried = String.valueOf(problem.getMessage());
    boolean whole = problem == cause || tried.contains(String.valueOf(cause.getMessage()));
    String all = problem == cause ? said : whole ? tried : tried + ": " + said;
    return new UserMistake(all.replaceAll("\\s*\\R\\s*", "; "), remedy);
  }

  private static String words(Throwable cause) {
    return switch (cause) {
      case AccessDeniedException denied when denied.getReason() == null ->
          denied.getFile() + ": " + Kind.NO_PERMISSION.words;
      default -> String.valueOf(cause.getMessage());
    };
  }
}
