package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program in a box, from its parked beginning to the removal of all that it left.
 *
 * <p>One owner calls its methods; only {@link #exit} and {@link #output} may be used by other
 * threads.
 */
public sealed class Box implements AutoCloseable permits Cell {
  private static final Duration EXIT_PATIENCE = Duration.ofSeconds(10);

  private final SandboxHost host;
  private final Cgroup cgroup;
  private final Path directory;
  private final Path pids;
  private final Path pidFile;
  private final Process process;
  private final BoxOutput output;
  private final BoxProcesses processes;
  private final List<BoxProcess> launched = new ArrayList<>();
  private boolean started;
  private BoxUsage setUp = BoxUsage.NONE;
  private long peakMemoryBytes;

  /**
   * @param process the first process in the box
   */
  Box(
      SandboxHost host,
      Cgroup cgroup,
      Path directory,
      Path pids,
      Process process,
      BoxOutput output) {
    this.host = host;
    this.output = output;
    this.cgroup = cgroup;
    this.directory = directory;
    this.pids = pids;
    this.pidFile = pids.resolve(Long.toString(process.pid()));
    this.process = process;
    this.processes = new BoxProcesses(process.toHandle(), host.namespaces().available(), directory);
  }

  static Box park(SandboxHost host, BoxSpec spec, Cgroup cgroup, Path directory, Path pids)
      throws IOException {
    List<Path> joins = joins(cgroup);
    limit(cgroup, spec);
    makeDirectory(directory);
    Path script = directory.resolve("box.sh");
    BoxSpec complete = host.dropsPrivileges() ? SandboxUser.known(spec, directory) : spec;
    Files.writeString(script, BoxScript.setUp(host, complete, directory, joins));
    Path outputFile = Files.createFile(directory.resolve("output"));
    Process process =
        new ProcessBuilder("setsid", "sh", script.toString(), "join")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(outputFile.toFile()))
            .start();
    Box box = new Box(host, cgroup, directory, pids, process, new FileOutput(outputFile));
    try {
      if (joins.isEmpty()) {
        // For the clean-up; a cgroup knows its processes itself.
        Files.writeString(box.pidFile, "" + ProcessStat.startTicks(process.pid()).orElse(0));
      }
      String ready = BoxScript.readyMark();
      String program = BoxScript.program(complete.environment(), complete.command(), ready);
      process.getOutputStream().write(program.getBytes(UTF_8));
      process.getOutputStream().flush();
      box.output.awaitMark(process, ready);
      box.setUp = box.counters(); // a parked process uses nothing more
    } catch (IOException | RuntimeException e) {
      box.close();
      throw e;
    }
    return box;
  }

  /**
   * Lets the parked process become the program.
   *
   * @return {@link System#nanoTime} just before
   */
  public long start() {
    long now = System.nanoTime();
    started = true;
    try {
      process.getOutputStream().write('\n');
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not start the parked process: " + e, e);
    }
    return now;
  }

  static void limit(Cgroup cgroup, BoxSpec spec) {
    cgroup.limitCpu(spec.cpu());
    cgroup.limitMemory(spec.memoryBytes());
    cgroup.limitProcesses(BoxScript.PROCESSES);
  }

  static void makeDirectory(Path directory) throws IOException {
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }

  static List<Path> joins(Cgroup cgroup) {
    return cgroup.directories().stream().map(group -> group.resolve("cgroup.procs")).toList();
  }

  /**
   * Puts another process into the box, parked. The box's first process must be alive: its
   * namespaces are the box's.
   */
  public BoxProcess launch(Program program) {
    List<Path> joins = joins(cgroup);
    String script = BoxScript.join(host, process.pid(), program.workingDirectory(), joins);
    Path outputFile = directory.resolve("output-" + launched.size());
    try {
      BoxProcess parked = BoxProcess.park(script, program, outputFile, pids, joins.isEmpty());
      launched.add(parked);
      processes.add(parked.handle());
      if (!started) {
        setUp = counters(); // its parking is no part of the program's usage either
      }
      return parked;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not put " + program.command() + " into the box: " + e.getMessage(), e);
    }
  }

  /** Standard output and standard error of the program, as one stream. */
  public BoxOutput output() {
    return output;
  }

  /** Completes with the exit code; 128 + n for signal n. */
  public CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The program's pid on the host. */
  public long pid() {
    return process.pid();
  }

  /** A folder on the host that ends with the box. */
  public Path directory() {
    return directory;
  }

  public void limitCpu(CpuLimit limit) {
    cgroup.limitCpu(limit);
  }

  /** Stops every process in the box; returns when all have stopped. */
  public void freeze() {
    if (cgroup.canFreeze()) {
      cgroup.freeze();
    } else {
      processes.stop();
    }
  }

  public void thaw() {
    if (cgroup.canFreeze()) {
      cgroup.thaw();
    } else {
      processes.resume();
    }
  }

  /** Has a JVM look whether somebody wants to talk to it (SIGQUIT); anything else may end. */
  public void wake() {
    Native.kill(pid(), Native.SIGQUIT);
  }

  /** Asks the program to end (SIGTERM). */
  public void terminate() {
    Native.kill(pid(), Native.SIGTERM);
  }

  /**
   * Whether a process in this box is at the other end of a TCP connection. Any thread may ask.
   *
   * @param port of the other end
   * @param ourPort of the end in this program
   */
  public boolean owns(int port, int ourPort) {
    return SocketOwner.isAmong(pids(), port, ourPort);
  }

  public boolean isStarted() {
    return started;
  }

  /** The program is about to run; what its box has used until now is not its own. */
  final void markStarted() {
    started = true;
    setUp = counters();
  }

  /** Kills the program alone; other processes in the box go on. */
  public void killProgram() {
    process.destroyForcibly();
  }

  final Collection<Long> pids() {
    return cgroup.directories().isEmpty() ? processes.pids() : cgroup.pids();
  }

  /** Counters since the start; what ended processes used is in the CPU time only. */
  public BoxUsage usage() {
    BoxUsage usage = counters().since(setUp);
    peakMemoryBytes = Math.max(peakMemoryBytes, usage.maxMemoryBytes());
    return usage.withMaxMemory(peakMemoryBytes);
  }

  /** The scheduler's times of the program's threads, the oldest first. */
  public List<ThreadTimes> threads() {
    return ThreadTimes.of(pid());
  }

  private BoxUsage counters() {
    List<ProcessStat> stats =
        pids().stream().flatMap(pid -> ProcessStat.read(pid).stream()).toList();
    long cpu =
        cgroup.cpuNanos().orElseGet(() -> stats.stream().mapToLong(ProcessStat::cpuNanos).sum());
    return new BoxUsage(
        cpu,
        cgroup.throttledNanos(),
        stats.stream().mapToLong(ProcessStat::peakResidentBytes).sum(),
        stats.stream().mapToLong(ProcessStat::minorFaults).sum(),
        stats.stream().mapToLong(ProcessStat::majorFaults).sum(),
        stats.stream().mapToLong(ProcessStat::bytesRead).sum(),
        stats.stream().mapToLong(ProcessStat::storageBytesRead).sum());
  }

  /** Peak of what the kernel charged against the memory limit; empty without a limit. */
  public OptionalLong chargedPeakBytes() {
    return cgroup.memoryPeakBytes();
  }

  /** Whether the kernel killed a process for exceeding the memory limit. */
  public boolean ranOutOfMemory() {
    return cgroup.oomKills() > 0;
  }

  /** Kills every process in the box. */
  public void kill() {
    if (cgroup.directories().isEmpty()) {
      processes.kill();
    } else {
      cgroup.kill();
    }
    process.destroyForcibly();
    launched.forEach(BoxProcess::kill);
  }

  /** Kills what is left and removes cgroup and folder. */
  @Override
  public void close() {
    kill();
    // Not waitFor(): an interrupt must not leave anything behind.
    process.onExit().orTimeout(EXIT_PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    cgroup.close();
    try {
      for (BoxProcess each : launched) {
        each.close();
      }
      Files.deleteIfExists(pidFile);
      Trees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + directory + ": " + e, e);
    }
  }

  /** What this host permits. */
  public SandboxHost host() {
    return host;
  }
}
