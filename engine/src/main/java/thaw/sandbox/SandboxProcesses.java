package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.Native;
import thaw.sandbox.kernel.ProcessStat;

/**
 * The living processes of a box on a host that gives it no cgroup.
 *
 * <p>A box with a mount namespace has its own folder's name as the source of its root (see {@link
 * IsolatedRoot}), and nothing else on the host has that. So its name in {@code /proc/PID/mountinfo}
 * finds every process of the box, also one that has left its session and its parent. Without mount
 * namespaces the descendants of the processes that we started have to do.
 */
final class SandboxProcesses {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The most processes that a function has in its senses. */
  private static final int CROWD = 64;

  private final List<ProcessHandle> roots = new CopyOnWriteArrayList<>();
  private final boolean marked;
  private final String mark;

  /**
   * @param marked whether the box has a mount namespace
   * @param directory the box's folder
   */
  SandboxProcesses(boolean marked, Path directory) {
    this.marked = marked;
    this.mark = mark(directory);
  }

  /** The last two names of the folder: unique, and free of characters that mountinfo escapes. */
  private static String mark(Path directory) {
    int names = directory.getNameCount();
    return "/" + directory.subpath(names - 2, names) + " ";
  }

  /** A process was put into the box from outside. */
  void add(ProcessHandle root) {
    roots.add(root);
  }

  Set<Long> pids() {
    Set<Long> pids =
        roots.stream()
            .flatMap(ProcessHandle::descendants)
            .map(ProcessHandle::pid)
            .collect(Collectors.toCollection(TreeSet::new));
    roots.stream().filter(ProcessHandle::isAlive).map(ProcessHandle::pid).forEach(pids::add);
    if (marked) {
      addMarked(pids);
    }
    return pids;
  }

  private void addMarked(Set<Long> pids) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : processes) {
        if (hasMark(process)) {
          pids.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not list /proc: " + e, e);
    }
  }

  private boolean hasMark(Path process) {
    try {
      return KernelFile.lines(process.resolve("mountinfo")).stream()
          .anyMatch(line -> line.contains(mark));
    } catch (IOException e) {
      return false; // ended meanwhile, or another user's
    }
  }

  /** Stops all; returns when all have stopped. What is forked meanwhile is stopped as well. */
  void stop() {
    Set<Long> told = new HashSet<>();
    Deadline.await(
        PATIENCE,
        "all processes of" + mark + "stopped",
        () -> {
          Set<Long> pids = pids();
          pids.stream().filter(told::add).forEach(pid -> Native.kill(pid, Native.SIGSTOP));
          return pids.stream()
              .allMatch(pid -> ProcessStat.isStopped(pid) || waitsForStoppedChild(pid));
        });
  }

  private static boolean waitsForStoppedChild(long pid) {
    return ProcessStat.waitsForChild(pid)
        && ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::children)
            .anyMatch(child -> ProcessStat.isStopped(child.pid()));
  }

  void resume() {
    pids().forEach(pid -> Native.kill(pid, Native.SIGCONT));
  }

  /**
   * Kills all; returns when none lives. A crowd is stopped first: it may fork as fast as it dies.
   */
  void kill() {
    if (pids().size() > CROWD) {
      try {
        stop();
      } catch (IllegalStateException e) {
        // Those that were stopped fork no more; the others are killed all the same.
      }
    }
    Deadline.await(
        PATIENCE,
        "all processes of" + mark + "ended",
        () -> {
          List<Long> pids = List.copyOf(pids());
          pids.forEach(pid -> Native.kill(pid, Native.SIGKILL));
          return pids.isEmpty();
        });
  }
}
