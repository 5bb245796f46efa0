package thaw.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folders of the host, read-only, behind a page cache of their own that is empty at first. A
 * program serves them to the kernel (FUSE), among mounts of its own: a box that shall see them is
 * made among those, and nobody else sees them. They end with the program, or with the instance.
 *
 * <p>Their contents are those of the host when they are first looked at, and must not change; it
 * need not read its disk for what its own page cache has.
 */
public final class ColdStorage implements AutoCloseable {
  private static final String MOUNTED = "mounted";

  private final Job job;
  private final BufferedReader answers;
  private final List<Path> folders;
  private final Path mountPoint;

  private ColdStorage(Job job, List<Path> folders) {
    this.job = job;
    this.answers = new BufferedReader(new InputStreamReader(job.output(), StandardCharsets.UTF_8));
    this.folders = folders;
    this.mountPoint = job.directory().resolve("storage");
  }

  /**
   * Whether this host can have such a storage, or what it lacks for that.
   *
   * @see FuseLibrary#device
   */
  public static Capability capability(SandboxHost host) {
    return FuseLibrary.device(
        "storage of a new machine",
        host.hasMountNamespaces(),
        "--page-cache lambda is not possible: starts read from this machine's page cache");
  }

  /** Makes it; nothing of it has been read. */
  public static ColdStorage open(Instance instance, ReadCost cost, Set<Path> folders) {
    List<Path> all = List.copyOf(new LinkedHashSet<>(folders));
    List<String> command = new ArrayList<>();
    command.add(SandboxProgram.path().toString());
    command.add("storage");
    command.add(Long.toString(cost.latency().toNanos()));
    command.add(Long.toString(cost.bytesPerSecond()));
    all.forEach(folder -> command.add(folder.toString()));
    Job job =
        instance.start("storage", new Job.Spec(command, Path.of("/"), true, Optional.empty()));
    ColdStorage storage = new ColdStorage(job, all);
    try {
      Files.createDirectory(storage.mountPoint);
      String said = storage.ask(storage.mountPoint.toString());
      if (!MOUNTED.equals(said)) {
        throw new IOException(said == null ? "it has ended" : said);
      }
      return storage;
    } catch (IOException e) {
      storage.close();
      throw new UncheckedIOException("could not make the storage: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
  }

  private @Nullable String ask(String line) throws IOException {
    job.input().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    job.input().flush();
    return answers.readLine();
  }

  /** Returns the job among whose mounts a box must be made that shall see the storage. */
  public Job job() {
    return job;
  }

  /** Returns whether its program has ended, so that nothing in it can be read any more. */
  public boolean hasEnded() {
    return job.exit().isDone();
  }

  /** Run once its program has ended, whatever ended it; on any thread. */
  public void whenEnded(Runnable step) {
    job.exit().thenRun(step);
  }

  /** A bind of one of the folders as one of the storage, and each other bind as it is. */
  public Bind moved(Bind bind) {
    int number = bind.writable() ? -1 : folders.indexOf(bind.source());
    return number < 0
        ? bind
        : Bind.readOnly(mountPoint.resolve(Integer.toString(number)), bind.target());
  }

  /** Returns what was read until now. */
  synchronized StorageReads reads() {
    try {
      String answer = ask("");
      if (answer == null) {
        throw new IOException("it has ended");
      }
      String[] numbers = answer.split(" ");
      return new StorageReads(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    } catch (IOException e) {
      throw new UncheckedIOException("could not ask the storage: " + e, e);
    }
  }

  @Override
  public void close() {
    job.close();
  }
}
