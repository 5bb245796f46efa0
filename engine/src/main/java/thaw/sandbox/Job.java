package thaw.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import thaw.files.Trees;
import thaw.sandbox.kernel.Shell;

/**
 * A program of the host: it may do what we may and sees what we see, but it ends with the instance,
 * with all that it has started. It can have mounts of its own, which end with it, and which other
 * jobs and boxes can see when they are told so. Where we are root, what any job mounts ends with
 * it.
 *
 * <p>A cgroup knows all that it has started, and so does a mount namespace. Without either (no
 * cgroups, and not root) a daemon that leaves both its session and its parent is not found, and
 * outlives the job.
 */
public final class Job implements AutoCloseable {
  private static final long EXIT_PATIENCE_SECONDS = 10;

  /**
   * The specification of a job.
   *
   * @param command program and arguments
   * @param workingDirectory as the program sees it
   * @param ownMounts whether what it mounts is seen by nobody else; needs {@link
   *     SandboxHost#hasMountNamespaces}
   * @param inside another job with mounts of its own, to see these
   */
  public record Spec(
      List<String> command, Path workingDirectory, boolean ownMounts, Optional<Job> inside) {
    public Spec {
      command = List.copyOf(command);
      if (ownMounts && inside.isPresent()) {
        throw new IllegalArgumentException("has mounts of its own, or those of another");
      }
    }
  }

  private final Process process;
  private final Cgroup cgroup;
  private final Path directory;
  private final Path pidFile;
  private final MountNamespaces namespaces;
  private final ContainedProcesses processes;
  private final Object end = new Object();
  private boolean closed; // guarded by end

  private Job(Process process, SandboxPlace place, MountNamespaces namespaces) {
    this.process = process;
    this.cgroup = place.cgroup();
    this.directory = place.directory();
    this.pidFile = place.pids().resolve(Long.toString(process.pid()));
    this.namespaces = namespaces;
    this.processes = new ContainedProcesses(place, namespaces.available());
    processes.add(process.toHandle());
  }

  static Job start(MountNamespaces namespaces, Spec spec, SandboxPlace place) throws IOException {
    place.makeDirectory();
    List<Path> joins = place.joins();
    String script = script(namespaces, spec, place.directory(), joins);
    List<String> words = new ArrayList<>(List.of("setsid", "sh", "-c", script, "job"));
    words.addAll(spec.command());
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    Job job = new Job(process, place, namespaces);
    if (joins.isEmpty()) {
      place.record(job.pid());
    }
    return job;
  }

  /** Returns the script for {@code sh -c}, which gets the command as its further arguments. */
  private static String script(
      MountNamespaces namespaces, Spec spec, Path directory, List<Path> joins) {
    StringBuilder script = new StringBuilder("set -e\n");
    joins.forEach(procs -> script.append("echo 0 > " + Shell.quote("" + procs) + "\n"));
    String folder = Shell.quote(directory.toString());
    String inside = "cd " + Shell.quote(spec.workingDirectory().toString()) + "; exec \"$@\"";
    String mark = "mount --bind " + folder + " " + folder + "; "; // of SandboxProcesses and CleanUp
    boolean own = spec.ownMounts() || namespaces == MountNamespaces.ROOT;
    String first = spec.inside().map(Job::entering).orElse("") + (own ? namespaces.prefix() : "");
    return script
        .append("exec " + first + "sh -c ")
        .append(Shell.quote("set -e; " + (own && namespaces.available() ? mark : "") + inside))
        .append(" job \"$@\"\n")
        .toString();
  }

  /**
   * Returns the words that put a command among the mounts of this job, with a blank behind them.
   */
  String entering() {
    return namespaces.enter(process.pid());
  }

  /** A folder of its own, which ends with it. */
  Path directory() {
    return directory;
  }

  /** Standard output and standard error; who does not read it stops the program some time. */
  public InputStream output() {
    return process.getInputStream();
  }

  public OutputStream input() {
    return process.getOutputStream();
  }

  public long pid() {
    return process.pid();
  }

  /** All living processes. */
  public Collection<Long> pids() {
    return processes.pids();
  }

  /** Completes with the exit code; 128 + n for signal n. */
  public CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** Kills what is left and removes cgroup and folder; any thread may call it, and again. */
  @Override
  public void close() {
    synchronized (end) {
      if (!closed) {
        endAll();
        closed = true;
      }
    }
  }

  private void endAll() {
    processes.kill();
    process.destroyForcibly();
    // Not waitFor(): an interrupt must not leave anything behind.
    process.onExit().orTimeout(EXIT_PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    cgroup.close();
    try {
      Files.deleteIfExists(pidFile);
      Trees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + directory + ": " + e, e);
    }
  }
}
