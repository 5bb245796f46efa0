package thaw.environment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import thaw.runtimeapi.log.LogFrames;
import thaw.sandbox.SandboxProcess;

/** The process of one external extension, and its output line by line. */
final class ExtensionProcess {
  static final Path FOLDER = Path.of("/opt/extensions");

  /** The codes with which env(1) exits when execve(2) failed. */
  private static final Set<Integer> NOT_EXECUTED = Set.of(126, 127);

  private final String name;
  private final Path file;
  private final SandboxProcess process;
  private final ReentrantLock lock = new ReentrantLock();
  private final LogFrames output = new LogFrames(); // guarded by lock, as all below
  private final List<String> kept = new ArrayList<>();
  private String first = "";

  /**
   * @param file on the host
   */
  ExtensionProcess(String name, Path file, SandboxProcess process) {
    this.name = name;
    this.file = file;
    this.process = process;
  }

  String name() {
    return name;
  }

  Path file() {
    return file;
  }

  SandboxProcess process() {
    return process;
  }

  /** The lines since the last call; with {@code all}, also one that has no end yet. */
  List<String> lines(boolean all) {
    lock.lock();
    try {
      List<String> lines = new ArrayList<>(kept);
      kept.clear();
      output.split(process.output().drain()).forEach(entry -> lines.add(entry.text()));
      if (all) {
        output.rest().ifPresent(entry -> lines.add(entry.text()));
      }
      if (first.isEmpty() && !lines.isEmpty()) {
        first = lines.getFirst();
      }
      return lines;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns why the file could not be executed, in the words of execve(2); empty when it was. A
   * script whose interpreter is absent is only found out by trying.
   */
  Optional<String> launchProblem(int exitCode, String path) {
    if (!NOT_EXECUTED.contains(exitCode)) {
      return Optional.empty();
    }
    lock.lock();
    try {
      List<String> left = lines(true);
      boolean ofBox = first.startsWith("thaw-box: ") && first.contains(path);
      if (!ofBox) {
        kept.addAll(left); // for the next who asks
        return Optional.empty();
      }
      return Optional.of(
          first.substring(first.lastIndexOf(": ") + 2).strip().toLowerCase(Locale.ROOT));
    } finally {
      lock.unlock();
    }
  }
}
