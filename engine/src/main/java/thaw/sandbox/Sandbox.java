package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.files.Trees;
import thaw.sandbox.kernel.Native;
import thaw.sandbox.kernel.SocketOwner;
import thaw.sandbox.kernel.ThreadTimes;

/**
 * A program in a box, from its parked beginning to the removal of all that it left. Where the host
 * permits it, a box has namespaces and a root folder of its own ({@link IsolatedRoot}), and a
 * network of its own when its spec says so.
 *
 * <p>One owner calls its methods; only {@link #exit}, {@link #output}, {@link #ranOutOfMemory} and
 * what says so may be used by other threads.
 */
public sealed class Sandbox implements AutoCloseable permits IsolatedSandbox {
  private final SandboxHost host;
  private final SandboxPlace place;
  private final Cgroup cgroup;
  private final SandboxHolder holder;
  private long init; // 0 where there are no namespaces
  private final SandboxOutput output;
  private final ContainedProcesses processes;
  private final UsageMeter meter;
  private final SandboxLoopback loopback;
  private final List<SandboxProcess> launched = new ArrayList<>();
  private final List<Path> pidFiles = new ArrayList<>();
  private final List<Runnable> atEnd = new CopyOnWriteArrayList<>();
  private final List<FileOutput> outputs = new CopyOnWriteArrayList<>();
  private final ReentrantLock stopping = new ReentrantLock();
  private boolean frozen; // guarded by stopping, as all below
  private boolean ending;
  private long heldSince; // 0 when it is not held
  private Duration held = Duration.ZERO;
  private long droppedBytes;
  private SandboxHolder.@Nullable Parked program;
  private volatile boolean started;

  /** The surroundings in which a sandbox is made. */
  record Surroundings(SandboxHost host, SandboxPlace place, EgressProxy egress) {}

  /**
   * Makes it, empty.
   *
   * @param further options of the box, see {@link SandboxOrders}
   * @param outputFile what programs are given to write to
   */
  Sandbox(
      Surroundings surroundings,
      SandboxSpec spec,
      List<String> further,
      Path outputFile,
      SandboxOutput output)
      throws IOException {
    this.host = surroundings.host();
    this.place = surroundings.place();
    this.cgroup = place.cgroup();
    this.output = output;
    if (output instanceof FileOutput file) {
      outputs.add(file);
    }
    this.processes = new ContainedProcesses(place, host.hasMountNamespaces());
    this.meter = new UsageMeter(cgroup, this::programs);
    limit(cgroup, spec);
    EgressProxy egress = surroundings.egress();
    this.holder = SandboxHolder.start(outputFile, question -> asked(egress, spec, question));
    this.loopback = new SandboxLoopback(holder::dial);
    try {
      if (joins().isEmpty()) {
        pidFiles.add(place.record(holder.pid()));
      }
      List<String> orders =
          SandboxOrders.cell(host.isolation(), spec, place.directory(), joins(), egress);
      orders.addAll(further);
      SandboxHolder.Made made = holder.make(orders);
      this.init = made.init();
      loopback.adopt(
          spec.network().map(network -> List.copyOf(network.listens())).orElse(List.of()),
          made.descriptors());
    } catch (IOException e) {
      close();
      throw new IOException("the sandbox could not be set up: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static void asked(EgressProxy egress, SandboxSpec spec, String question) {
    spec.network().ifPresent(network -> egress.asked(network.owner(), question));
  }

  static Sandbox park(Surroundings surroundings, SandboxSpec spec) throws IOException {
    surroundings.place().makeDirectory();
    Path file = Files.createFile(surroundings.place().directory().resolve("output"));
    Sandbox box = new Sandbox(surroundings, spec, List.of(), file, new FileOutput(file));
    try {
      box.park(spec.program());
    } catch (RuntimeException e) {
      box.close();
      throw e;
    }
    return box;
  }

  /** Puts its program into the box; it becomes that on {@link #start}. */
  public void park(Program first) {
    try {
      Optional<Integer> pid = init == 0 ? Optional.empty() : Optional.of(SandboxSpec.PROGRAM_PID);
      program =
          holder.park(
              SandboxOrders.program(
                  host.isolation(), first, Optional.empty(), pid, filtersCalls()));
      watch(program);
    } catch (IOException e) {
      throw new UncheckedIOException("the sandbox could not be set up: " + e.getMessage(), e);
    }
    meter.reset(); // a parked process uses nothing more
  }

  /** Returns whether system calls of programs are filtered. */
  boolean filtersCalls() {
    return true;
  }

  private void watch(SandboxHolder.Parked parked) throws IOException {
    ProcessHandle.of(parked.pid()).ifPresent(processes::add);
    if (joins().isEmpty() && init == 0) {
      pidFiles.add(place.record(parked.pid()));
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

  private static void limit(Cgroup cgroup, SandboxSpec spec) {
    cgroup.limitCpu(spec.cpu());
    cgroup.limitMemory(spec.memoryBytes());
    cgroup.limitProcesses(SandboxOrders.PROCESSES);
  }

  final List<Path> joins() {
    return place.joins();
  }

  /** Puts another process into the box, parked. */
  public SandboxProcess launch(Program further) {
    Path file = place.directory().resolve("output-" + launched.size());
    try {
      Files.createFile(file);
      SandboxHolder.Parked parked =
          holder.park(
              SandboxOrders.program(
                  host.isolation(), further, Optional.of(file), Optional.empty(), filtersCalls()));
      watch(parked);
      FileOutput written = new FileOutput(file);
      SandboxProcess process = new SandboxProcess(holder, parked, written);
      launched.add(process);
      outputs.add(written);
      if (!started) {
        meter.reset(); // its parking is no part of the program's usage either
      }
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not put " + further.command() + " into the sandbox: " + e.getMessage(), e);
    }
  }

  /** Returns the ways by which the sandbox is reached, and reaches us. */
  public SandboxLoopback loopback() {
    return loopback;
  }

  /**
   * Sets the ways that lead out of it from now on, see {@link EgressProxy#ways}. Any thread may
   * call it.
   */
  void lead(List<String> ways) throws IOException {
    holder.lead(ways);
  }

  /** Run once when the box is closed, before anything in it is killed. */
  final void whenClosed(Runnable step) {
    atEnd.add(step);
  }

  /** Standard output and standard error of the program, as one stream. */
  public SandboxOutput output() {
    return output;
  }

  /** Completes with the exit code; 128 + n for signal n. */
  public CompletableFuture<Integer> exit() {
    return program == null ? new CompletableFuture<>() : program.exit().copy();
  }

  /** Returns whether the program, parked or started, is no more. */
  public boolean hasEnded() {
    return program != null && program.exit().isDone();
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
    return init == 0 ? pid() : SandboxSpec.PROGRAM_PID;
  }

  /** The pid on the host of the process that holds the namespaces; 0 where there are none. */
  final long init() {
    return init;
  }

  /** A folder on the host that ends with the box. */
  public Path directory() {
    return place.directory();
  }

  public void limitCpu(CpuLimit limit) {
    cgroup.limitCpu(limit);
  }

  /** Stops every process in the box; returns when all have stopped. */
  public void freeze() {
    stopping.lock();
    try {
      frozen = true;
      if (heldSince == 0) {
        processes.freeze();
      }
    } finally {
      stopping.unlock();
    }
  }

  /** Lets all processes go on, those of a box that is held once what they wrote has been read. */
  public void thaw() {
    stopping.lock();
    try {
      frozen = false;
      if (heldSince == 0) {
        processes.thaw();
      }
    } finally {
      stopping.unlock();
    }
  }

  /**
   * Stops every process until {@link #letGo}, whatever {@link #thaw} says meanwhile.
   *
   * @return false when that is not possible, as its program is to end
   */
  boolean hold() {
    stopping.lock();
    try {
      if (heldSince == 0 && !ending) {
        heldSince = System.nanoTime();
        if (!frozen) {
          processes.freeze();
        }
      }
      return !ending;
    } finally {
      stopping.unlock();
    }
  }

  void letGo() {
    stopping.lock();
    try {
      if (heldSince != 0) {
        held = held.plusNanos(System.nanoTime() - heldSince);
        heldSince = 0;
        if (!frozen) {
          processes.thaw();
        }
      }
    } finally {
      stopping.unlock();
    }
  }

  /** It is not held from now on: a program must be able to end. */
  private void end() {
    stopping.lock();
    try {
      ending = true;
      letGo();
    } finally {
      stopping.unlock();
    }
  }

  /** What programs have written into files. */
  final List<FileOutput> outputs() {
    return outputs;
  }

  /** Returns the space that {@link #outputs} take; 0 while they certainly take little. */
  final long keptOutputBytes() {
    return started ? outputs.stream().mapToLong(FileOutput::keptBytes).sum() : 0;
  }

  void dropped(long bytes) {
    stopping.lock();
    try {
      droppedBytes += bytes;
    } finally {
      stopping.unlock();
    }
  }

  /**
   * What happened to a box whose programs wrote more than was read.
   *
   * @param held the time for which they were stopped
   * @param droppedBytes what nobody will read
   */
  public record Limited(Duration held, long droppedBytes) {}

  /** Returns what has happened since the last call; empty when nothing has. Any thread may ask. */
  public Optional<Limited> takeLimited() {
    stopping.lock();
    try {
      if (heldSince != 0) {
        long now = System.nanoTime();
        held = held.plusNanos(now - heldSince);
        heldSince = now;
      }
      if (held.isZero() && droppedBytes == 0) {
        return Optional.empty();
      }
      Limited limited = new Limited(held, droppedBytes);
      held = Duration.ZERO;
      droppedBytes = 0;
      return Optional.of(limited);
    } finally {
      stopping.unlock();
    }
  }

  /** Has a JVM look whether somebody wants to talk to it (SIGQUIT); anything else may end. */
  public void wake() {
    Native.kill(pid(), Native.SIGQUIT);
  }

  /** Asks the program to end (SIGTERM). */
  public void terminate() {
    end();
    Native.kill(pid(), Native.SIGTERM);
  }

  /**
   * Returns whether a process in this box is at the other end of a TCP connection. Any thread may
   * ask.
   *
   * @param connection ours, which came to a port of the host; nobody else can reach what listens in
   *     the network of a box
   */
  public boolean owns(java.net.Socket connection) {
    return loopback.isOwn() || SocketOwner.isAmong(pids(), connection);
  }

  public boolean isStarted() {
    return started;
  }

  /** The program is about to run; what its box has used until now is not its own. */
  final void markStarted() {
    started = true;
    meter.reset();
  }

  /** Kills the program alone; other processes in the box go on. */
  public void killProgram() {
    if (isAlive()) {
      end();
      Native.kill(pid(), Native.SIGKILL);
    }
  }

  final Collection<Long> pids() {
    return processes.pids();
  }

  /** The processes of its programs, and not the one that holds the namespaces. */
  private Stream<Long> programs() {
    return pids().stream().filter(pid -> pid != init);
  }

  /** Counters since the start; what ended processes used is in the CPU time only. */
  public SandboxUsage usage() {
    return meter.usage();
  }

  /** Resident set size now, summed over the living processes. */
  public long residentBytes() {
    return meter.residentBytes();
  }

  /** The scheduler's times of the program's threads, the oldest first. */
  public List<ThreadTimes> threads() {
    return ThreadTimes.of(pid());
  }

  /** Returns {@link #threads} of so many at most, which is much less to read. */
  public List<ThreadTimes> oldestThreads(int most) {
    return ThreadTimes.of(pid(), most);
  }

  /** Peak of what the kernel charged against the memory limit; empty without a limit. */
  public OptionalLong chargedPeakBytes() {
    return cgroup.memoryPeakBytes();
  }

  /** Returns whether the kernel killed a process for exceeding the memory limit. */
  public boolean ranOutOfMemory() {
    return cgroup.oomKills() > 0;
  }

  /** Kills every process in the box. */
  public void kill() {
    end();
    if (processes.haveCgroup() || init == 0) {
      processes.kill();
    } else {
      Native.kill(init, Native.SIGKILL); // with the first process of a pid namespace all others end
    }
    launched.forEach(SandboxProcess::kill);
  }

  /** Kills what is left and removes cgroup and folder. */
  @Override
  public void close() {
    atEnd.forEach(Runnable::run);
    kill();
    holder.close();
    if (!processes.haveCgroup()) {
      processes.kill(); // returns when none is left
    }
    cgroup.close();
    try {
      loopback.close();
      for (Path file : pidFiles) {
        Files.deleteIfExists(file);
      }
      Trees.delete(place.directory());
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + place.directory() + ": " + e, e);
    }
  }

  /** Returns what this host permits. */
  public SandboxHost host() {
    return host;
  }
}
