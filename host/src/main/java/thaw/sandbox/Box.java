package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.cgroup.Cgroup;
import thaw.sandbox.cgroup.CpuLimit;
import thaw.sandbox.kernel.AdoptedListener;
import thaw.sandbox.kernel.Native;
import thaw.sandbox.kernel.ProcessStat;
import thaw.sandbox.kernel.SocketOwner;
import thaw.sandbox.kernel.ThreadTimes;
import thaw.sandbox.kernel.Trees;
import thaw.sandbox.network.BoxNetwork;
import thaw.sandbox.network.Outside;
import thaw.sandbox.output.BoxOutput;
import thaw.sandbox.output.FileOutput;

/**
 * A program in a box, from its parked beginning to the removal of all that it left. Where the host
 * permits it, a box has namespaces and a root folder of its own ({@link CellRoot}), and a network
 * of its own when its spec says so.
 *
 * <p>One owner calls its methods; only {@link #exit} and {@link #output} may be used by other
 * threads.
 */
public sealed class Box implements AutoCloseable permits Cell {
  /** Of the first program in each box that has pids of its own. */
  public static final int PROGRAM_PID = 300;

  private final SandboxHost host;
  private final Cgroup cgroup;
  private final Path directory;
  private final Path pids;
  private final BoxHolder holder;
  private long init; // 0 where there are no namespaces
  private final BoxOutput output;
  private final BoxProcesses processes;
  private final Map<Integer, ServerSocket> listeners = new HashMap<>();
  private final List<BoxProcess> launched = new ArrayList<>();
  private final List<Path> pidFiles = new ArrayList<>();
  private @Nullable Runnable atEnd;
  private BoxHolder.@Nullable Parked program;
  private boolean started;
  private BoxUsage setUp = BoxUsage.NONE;
  private long peakMemoryBytes;

  /** Where a box is made, and what of. */
  record Place(SandboxHost host, Cgroup cgroup, Path directory, Path pids, Outside outside) {}

  /**
   * Makes it, empty.
   *
   * @param further options of the box, see {@link BoxOrders}
   * @param outputFile what programs are given to write to
   */
  Box(Place place, BoxSpec spec, List<String> further, Path outputFile, BoxOutput output)
      throws IOException {
    this.host = place.host();
    this.cgroup = place.cgroup();
    this.directory = place.directory();
    this.pids = place.pids();
    this.output = output;
    this.processes = new BoxProcesses(host.namespaces().available(), directory);
    limit(cgroup, spec);
    this.holder = BoxHolder.start(outputFile, question -> asked(place, spec, question));
    try {
      if (joins().isEmpty()) {
        record(holder.pid()); // for the clean-up; a cgroup knows its processes itself
      }
      List<String> orders = BoxOrders.cell(host, spec, directory, joins(), place.outside());
      orders.addAll(further);
      BoxHolder.Made made = holder.make(orders);
      this.init = made.init();
      List<Integer> ports =
          spec.network().map(network -> List.copyOf(network.listens())).orElse(List.of());
      for (int i = 0; i < made.descriptors().size(); i++) {
        listeners.put(ports.get(i), AdoptedListener.of(made.descriptors().get(i)));
      }
    } catch (IOException e) {
      close();
      throw new IOException("the sandbox could not be set up: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static void asked(Place place, BoxSpec spec, String question) {
    spec.network().ifPresent(network -> place.outside().asked(network.owner(), question));
  }

  static Box park(Place place, BoxSpec spec) throws IOException {
    makeDirectory(place.directory());
    Path file = Files.createFile(place.directory().resolve("output"));
    Box box = new Box(place, spec, List.of(), file, new FileOutput(file));
    try {
      box.park(spec.program());
    } catch (RuntimeException e) {
      box.close();
      throw e;
    }
    return box;
  }

  private void record(long pid) throws IOException {
    Path file = pids.resolve(Long.toString(pid));
    Files.writeString(file, "" + ProcessStat.startTicks(pid).orElse(0));
    pidFiles.add(file);
  }

  /** Puts its program into the box; it becomes that on {@link #start}. */
  public void park(Program first) {
    try {
      Optional<Integer> pid = init == 0 ? Optional.empty() : Optional.of(PROGRAM_PID);
      program = holder.park(BoxOrders.program(host, first, Optional.empty(), pid, filtersCalls()));
      watch(program);
    } catch (IOException e) {
      throw new UncheckedIOException("the sandbox could not be set up: " + e.getMessage(), e);
    }
    setUp = counters(); // a parked process uses nothing more
  }

  /** Whether system calls of programs are filtered. */
  boolean filtersCalls() {
    return true;
  }

  private void watch(BoxHolder.Parked parked) throws IOException {
    ProcessHandle.of(parked.pid()).ifPresent(processes::add);
    if (joins().isEmpty() && init == 0) {
      record(parked.pid());
    }
  }

  /**
   * Lets the parked process become the program.
   *
   * @return {@link System#nanoTime} just before
   */
  public long start() {
    if (program == null) {
      throw new IllegalStateException("nothing is parked");
    }
    long now = System.nanoTime();
    started = true;
    try {
      holder.go(program);
    } catch (IOException e) {
      throw new UncheckedIOException("could not start the parked process: " + e, e);
    }
    return now;
  }

  private static void limit(Cgroup cgroup, BoxSpec spec) {
    cgroup.limitCpu(spec.cpu());
    cgroup.limitMemory(spec.memoryBytes());
    cgroup.limitProcesses(BoxOrders.PROCESSES);
  }

  static void makeDirectory(Path directory) throws IOException {
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }

  final List<Path> joins() {
    return joins(cgroup);
  }

  static List<Path> joins(Cgroup cgroup) {
    return cgroup.directories().stream().map(group -> group.resolve("cgroup.procs")).toList();
  }

  /** Puts another process into the box, parked. */
  public BoxProcess launch(Program further) {
    Path file = directory.resolve("output-" + launched.size());
    try {
      Files.createFile(file);
      BoxHolder.Parked parked =
          holder.park(
              BoxOrders.program(
                  host, further, Optional.of(file), Optional.empty(), filtersCalls()));
      watch(parked);
      BoxProcess process = new BoxProcess(holder, parked, new FileOutput(file));
      launched.add(process);
      if (!started) {
        setUp = counters(); // its parking is no part of the program's usage either
      }
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not put " + further.command() + " into the box: " + e.getMessage(), e);
    }
  }

  /**
   * What listens in the box's network, on loopback.
   *
   * @param port one of {@link BoxNetwork#listens}
   * @return accepts connections of the box's processes, and of nobody else; it does not know its
   *     port
   */
  public ServerSocket listener(int port) {
    ServerSocket found = listeners.get(port);
    if (found == null) {
      throw new IllegalArgumentException("nothing was to listen on port " + port);
    }
    return found;
  }

  /** Whether something listens in a network of its own. */
  public boolean hasOwnNetwork() {
    return !listeners.isEmpty();
  }

  /**
   * A port of this machine's loopback that leads, for one connection, to what listens on the box's
   * loopback. Any thread may ask.
   *
   * @throws IOException when nobody listens there; where the box has no network of its own, that is
   *     found out by connecting
   */
  public int dial(int port) throws IOException {
    return hasOwnNetwork() ? holder.dial(port) : port;
  }

  /** From now on these ways lead out of it, see {@link Outside#ways}. Any thread may call it. */
  void lead(List<String> ways) throws IOException {
    holder.lead(ways);
  }

  /** Run once when the box is closed. */
  final void whenClosed(Runnable step) {
    atEnd = step;
  }

  /** Standard output and standard error of the program, as one stream. */
  public BoxOutput output() {
    return output;
  }

  /** Completes with the exit code; 128 + n for signal n. */
  public CompletableFuture<Integer> exit() {
    return program == null ? new CompletableFuture<>() : program.exit().copy();
  }

  public boolean isAlive() {
    return program != null && !program.exit().isDone();
  }

  /** The program's pid on the host; 0 while there is none. */
  public long pid() {
    return program == null ? 0 : program.pid();
  }

  /** The program's pid as it sees itself. */
  public long innerPid() {
    return init == 0 ? pid() : PROGRAM_PID;
  }

  /** The pid on the host of the process that holds the namespaces; 0 where there are none. */
  final long init() {
    return init;
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
   * @param connection ours, which came to a port of the host; nobody else can reach what listens in
   *     the network of a box
   */
  public boolean owns(java.net.Socket connection) {
    return hasOwnNetwork() || SocketOwner.isAmong(pids(), connection);
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
    if (isAlive()) {
      Native.kill(pid(), Native.SIGKILL);
    }
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

  /** As {@link #threads}, of so many at most; much less to read. */
  public List<ThreadTimes> oldestThreads(int most) {
    return ThreadTimes.of(pid(), most);
  }

  private BoxUsage counters() {
    List<ProcessStat> stats =
        pids().stream()
            .filter(pid -> pid != init)
            .flatMap(pid -> ProcessStat.read(pid).stream())
            .toList();
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
    if (!cgroup.directories().isEmpty()) {
      cgroup.kill();
    } else if (init != 0) {
      Native.kill(init, Native.SIGKILL); // with the first process of a pid namespace all others end
    } else {
      processes.kill();
    }
    launched.forEach(BoxProcess::kill);
  }

  /** Kills what is left and removes cgroup and folder. */
  @Override
  public void close() {
    if (atEnd != null) {
      atEnd.run();
    }
    kill();
    holder.close();
    if (cgroup.directories().isEmpty()) {
      processes.kill(); // returns when none is left
    }
    cgroup.close();
    try {
      for (ServerSocket listener : listeners.values()) {
        listener.close();
      }
      for (Path file : pidFiles) {
        Files.deleteIfExists(file);
      }
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
