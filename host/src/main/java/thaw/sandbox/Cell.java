package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A box with network, pid and mount namespaces of its own, so that CRIU can dump what runs in it
 * and restore it in another: the program has the same pid there, its addresses are free, and CRIU,
 * which is run inside, has no namespace to care for.
 *
 * <p>A cell is made empty. One program is {@linkplain #park parked} in it, or {@linkplain
 * #parkRestore restored}.
 */
public final class Cell extends Box {
  /** In each cell; above those of the tools that are run before it. */
  public static final int PROGRAM_PID = 300;

  /** In each cell: a file with options for a waiting CRIU. */
  public static final Path CRIU_OPTIONS = Path.of("/run/criu.conf");

  /** How a restore that failed ends the program that never was. */
  public static final int RESTORE_FAILED = 125;

  private static final Duration TOOL_PATIENCE = Duration.ofSeconds(60);

  private final List<Path> joins;
  private final PipeOutput output;
  private final long init;
  private final Namespace network;
  private final CellFiles files;
  private final Inhabitant inhabitant = new Inhabitant();
  private @Nullable Process parked;
  private @Nullable Restorer restore;
  private @Nullable OutsideWatch watch;
  private @Nullable Outside outside;
  private @Nullable DnsRelay dns;
  private @Nullable DatagramRelay datagrams;

  private Cell(
      SandboxHost host,
      Cgroup cgroup,
      Path directory,
      Path pids,
      Process process,
      PipeOutput output,
      String ready)
      throws IOException {
    super(host, cgroup, directory, pids, process, output);
    this.joins = joins(cgroup);
    this.output = output;
    try {
      if (joins.isEmpty()) {
        Files.writeString(
            pids.resolve(Long.toString(process.pid())),
            "" + ProcessStat.startTicks(process.pid()).orElse(0));
      }
      output.awaitMark(process, ready);
      init = onlyChild(process);
      network = Namespace.network(init);
      files = new CellFiles(Namespace.mounts(init));
      inNetwork(() -> {
        Syscalls.raiseLoopback();
        return true;
      });
    } catch (IOException | RuntimeException e) {
      super.close();
      output.close();
      throw e;
    }
  }

  static Cell open(SandboxHost host, BoxSpec spec, Cgroup cgroup, Path directory, Path pids)
      throws IOException {
    limit(cgroup, spec);
    makeDirectory(directory);
    String ready = BoxScript.readyMark();
    BoxSpec complete = host.dropsPrivileges() ? SandboxUser.known(spec, directory) : spec;
    Path script = directory.resolve("box.sh");
    Files.writeString(script, BoxScript.cell(host, complete, directory, joins(cgroup), ready));
    PipeOutput output = new PipeOutput();
    Process process =
        spawn(output, "setsid", "sh", script.toString(), "join"); // becomes unshare, and waits
    return new Cell(host, cgroup, directory, pids, process, output, ready);
  }

  private static Process spawn(PipeOutput output, String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.file()))
        .start();
  }

  private static long onlyChild(Process process) throws IOException {
    return process
        .children()
        .findFirst()
        .map(ProcessHandle::pid)
        .orElseThrow(() -> new IOException("the cell's first process has ended"));
  }

  /**
   * Listens in the cell's network, on loopback.
   *
   * @return accepts connections of the cell's processes, and of nobody else
   */
  public ServerSocket listen(int port) {
    return inNetwork(() -> new ServerSocket(port, 128, InetAddress.getByName("127.0.0.1")));
  }

  /**
   * From now on what is inside reaches what listens outside.
   *
   * @param ways by port inside, for any address: a port of this machine's loopback, TCP and UDP
   */
  void open(OutsideWatch world, Set<Integer> ours, Map<Integer, Integer> ways) {
    Outside way = new Outside(this, ours, ways);
    watch = world;
    outside = way;
    try {
      world.add(way);
      dns = DnsRelay.of(this);
      datagrams = new DatagramRelay(this, ways);
    } catch (IOException e) {
      throw new UncheckedIOException("could not look up the ports of this machine: " + e, e);
    }
  }

  /** In the cell's network. The work must not start threads, see {@link Namespace#enter}. */
  <T> T inNetwork(Callable<T> work) {
    return network.enter(work);
  }

  /** What is in it, its mounts included. */
  public CellFiles files() {
    return files;
  }

  /** Puts a program into the cell; it becomes that on {@link #start}. */
  public void park(Program program) {
    String ready = BoxScript.readyMark();
    try {
      Process process =
          spawn(
              output,
              "setsid",
              "sh",
              "-c",
              BoxScript.inhabit(host(), init, PROGRAM_PID, program.workingDirectory(), joins));
      parked = process;
      String text = BoxScript.program(program.environment(), program.command(), ready);
      process.getOutputStream().write(text.getBytes(UTF_8));
      process.getOutputStream().flush();
      output.awaitMark(process, ready);
      inhabitant.moveIn(pids());
    } catch (IOException e) {
      throw new UncheckedIOException("could not put a program into the cell: " + e, e);
    }
  }

  /** What restores a program in a cell. */
  public interface Restorer {
    /**
     * Returns when the program runs.
     *
     * @throws IOException why it does not
     */
    void restore() throws IOException;
  }

  /** Has a program restored on {@link #start}, with the pid that it had. */
  public void parkRestore(Restorer restorer) {
    restore = restorer;
  }

  @Override
  public long start() {
    markStarted();
    long now = System.nanoTime();
    try {
      if (restore != null) {
        Restorer restorer = restore;
        Thread.ofVirtual().name("restore").start(() -> restore(restorer));
      } else if (parked != null) {
        parked.getOutputStream().write('\n');
        parked.getOutputStream().close();
      } else {
        throw new IllegalStateException("nothing is parked");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not start the parked process: " + e, e);
    }
    return now;
  }

  private void restore(Restorer restorer) {
    try {
      restorer.restore();
      inhabitant.moveIn(pids());
    } catch (IOException | RuntimeException e) {
      output.add("the restore failed: " + e.getMessage() + "\n");
      inhabitant.end(RESTORE_FAILED);
    }
  }

  /**
   * Runs a tool that reads all of the program, as the program's user with root's capabilities: to
   * read another user's limits needs CAP_SYS_RESOURCE, which containers often lack.
   *
   * @return empty, or what the tool said when it failed
   */
  public Optional<String> dump(List<String> command) {
    List<String> words = new ArrayList<>();
    if (host().dropsPrivileges()) {
      words.addAll(SandboxUser.withCapabilities());
    }
    words.addAll(command);
    return run(words);
  }

  /**
   * Runs a tool in the cell, as its root, to its end.
   *
   * @return empty, or what the tool said when it failed
   */
  public Optional<String> run(List<String> command) {
    List<String> words = new ArrayList<>(entering());
    words.addAll(command);
    Tool tool = Tool.run(words, TOOL_PATIENCE);
    return tool.succeeded()
        ? Optional.empty()
        : Optional.of(("exit status " + tool.exitCode() + " " + tool.output()).strip());
  }

  /** A command that enters the cell as its root and becomes the words that follow. */
  public List<String> entering() {
    return BoxScript.entering(host(), init, joins);
  }

  /** The end of a pipe that the program of the cell writes to, in this process. */
  public int outputDescriptor() {
    return output.descriptor();
  }

  /** The pipe that the program writes to, as CRIU names it: {@code pipe:[4711]}. */
  public String pipe() {
    try {
      return output.name();
    } catch (IOException e) {
      throw new UncheckedIOException("could not look up a pipe: " + e, e);
    }
  }

  @Override
  public CompletableFuture<Integer> exit() {
    return inhabitant.exit();
  }

  /** From the start of a restore on. */
  @Override
  public boolean isAlive() {
    return (pid() != 0 || restore != null) && !inhabitant.hasEnded();
  }

  /** The program's pid on the host; 0 while there is none. */
  @Override
  public long pid() {
    return inhabitant.pid();
  }

  /** Nobody else can reach what listens in the cell. */
  @Override
  public boolean owns(int port, int ourPort) {
    return true;
  }

  @Override
  public void killProgram() {
    if (!isAlive()) {
      return;
    }
    if (pid() == 0) {
      kill(); // a restore has not told its pid yet: all that is here
    } else {
      Native.kill(pid(), Native.SIGKILL);
    }
  }

  @Override
  public void close() {
    if (watch != null && outside != null) {
      watch.remove(outside);
    }
    if (dns != null) {
      dns.close();
    }
    if (datagrams != null) {
      datagrams.close();
    }
    super.close();
    output.close();
    inhabitant.endKilled();
  }
}
