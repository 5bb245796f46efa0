package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.kernel.Namespace;
import thaw.sandbox.kernel.Tool;

/**
 * A box that CRIU can dump what runs in it and restore it in another: the program has the same pid
 * there, its addresses are free, its output is a pipe, and CRIU, which is run inside, has no
 * namespace to care for.
 *
 * <p>An isolated sandbox is made empty. One program is {@linkplain #park parked} in it, or
 * {@linkplain #parkRestore restored}.
 */
public final class IsolatedSandbox extends Sandbox {
  private static final Path FOLDER = Path.of("/run");

  /** The file with options for a waiting CRIU, in each isolated sandbox. */
  public static final Path CRIU_OPTIONS = FOLDER.resolve("criu.conf");

  /** CRIU keeps what it has found out about the kernel in /run, on a memory file system only. */
  private static final List<String> FOR_CRIU = List.of("tmpfs", "mode=755,size=1m", "/run");

  /** The exit code of a program whose restore has failed. */
  static final int RESTORE_FAILED = 125;

  private static final Duration TOOL_PATIENCE = Duration.ofSeconds(60);

  private final PipeOutput output;
  private final IsolatedFiles files;
  private final SandboxedProcess process = new SandboxedProcess();
  private @Nullable Restorer restore;

  private IsolatedSandbox(Surroundings surroundings, SandboxSpec spec, PipeOutput output)
      throws IOException {
    super(surroundings, spec, FOR_CRIU, output.file().toPath(), output);
    this.output = output;
    this.files = new IsolatedFiles(Namespace.mounts(init()));
    // For its log.
    files.write(CRIU_OPTIONS, "work-dir /run\n".getBytes(UTF_8));
  }

  static IsolatedSandbox open(Surroundings surroundings, SandboxSpec spec) throws IOException {
    surroundings.place().makeDirectory();
    PipeOutput output = new PipeOutput();
    try {
      return new IsolatedSandbox(surroundings, spec, output);
    } catch (IOException | RuntimeException e) {
      output.close();
      throw e;
    }
  }

  /** CRIU lets a filter rest while it dumps, which only root of the machine may. */
  @Override
  boolean filtersCalls() {
    return host().isRootOfMachine();
  }

  /** Returns the files that are in it, those of its mounts included. */
  public IsolatedFiles files() {
    return files;
  }

  /** Restores a program in an isolated sandbox. */
  public interface Restorer {
    /**
     * Returns when the program runs.
     *
     * @throws IOException why it does not
     */
    void restore() throws IOException;
  }

  /**
   * Has a program restored on {@link #start}, with the pid that it had.
   *
   * @param unneeded ends what waits to restore it, when the sandbox is closed
   */
  public void parkRestore(Restorer restorer, Runnable unneeded) {
    restore = restorer;
    whenClosed(unneeded);
  }

  @Override
  public long start() {
    markStarted();
    if (restore == null) {
      return super.start();
    }
    long now = System.nanoTime();
    Restorer restorer = restore;
    Thread.ofVirtual().name("restore").start(() -> restore(restorer));
    return now;
  }

  private void restore(Restorer restorer) {
    try {
      restorer.restore();
      process.arrived(pids());
    } catch (IOException | RuntimeException e) {
      output.add("the restore failed: " + e.getMessage() + "\n");
      process.end(RESTORE_FAILED);
    }
  }

  /**
   * Runs a tool that reads all of the program, as the program's user with root's capabilities: to
   * read another user's limits needs CAP_SYS_RESOURCE, which containers often lack.
   *
   * @return empty, or what the tool said when it failed
   */
  public Optional<String> dump(List<String> command) {
    return run(
        host().dropsPrivileges() ? SandboxOrders.enteringAsUser(init(), joins()) : entering(),
        command);
  }

  /**
   * Runs a tool in the sandbox, as its root, to its end.
   *
   * @return empty, or what the tool said when it failed
   */
  Optional<String> run(List<String> command) {
    return run(entering(), command);
  }

  private static Optional<String> run(List<String> entering, List<String> command) {
    List<String> words = new ArrayList<>(entering);
    words.addAll(command);
    Tool tool = Tool.run(words, TOOL_PATIENCE);
    return tool.succeeded()
        ? Optional.empty()
        : Optional.of(("exit status " + tool.exitCode() + " " + tool.output()).strip());
  }

  /** A command that enters the sandbox as its root and becomes the words that follow. */
  public List<String> entering() {
    return SandboxOrders.entering(init(), joins());
  }

  /** The end of a pipe that the program of the sandbox writes to, in this process. */
  public int outputDescriptor() {
    return output.descriptor();
  }

  /** The pipe that the program writes to, as CRIU names it: {@code pipe:[4711]}. */
  public String pipe() {
    try {
      return output.name();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("could not look up a pipe: " + e, e);
    }
  }

  @Override
  public CompletableFuture<Integer> exit() {
    return restore == null ? super.exit() : process.exit();
  }

  /**
   * Returns whether the program lives; one that is to be restored does so from {@link #parkRestore}
   * on, until it ends or its restore fails.
   */
  @Override
  public boolean isAlive() {
    return restore == null ? super.isAlive() : !process.hasEnded();
  }

  /** The program's pid on the host; 0 while there is none. */
  @Override
  public long pid() {
    return restore == null ? super.pid() : process.pid();
  }

  @Override
  public void killProgram() {
    if (isAlive() && pid() == 0) {
      kill(); // a restore has not told its pid yet: all that is here
    } else {
      super.killProgram();
    }
  }

  @Override
  public void close() {
    super.close();
    output.close();
    process.endKilled();
  }
}
