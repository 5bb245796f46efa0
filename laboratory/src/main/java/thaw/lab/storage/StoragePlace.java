package thaw.lab.storage;

import java.io.IOException;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import thaw.lab.engine.LastLines;
import thaw.lab.result.SampleFailure;
import thaw.latency.LatencyMount;
import thaw.sandbox.Instance;
import thaw.sandbox.Job;
import thaw.sandbox.kernel.PageCache;
import thaw.sandbox.kernel.Tool;

/**
 * A fresh folder on the storage that is tried, or the same behind a latency. What runs on it runs
 * in jobs: nobody else sees what a {@link LatencyMount} shows.
 */
final class StoragePlace implements AutoCloseable {
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long JOB_PATIENCE_MINUTES = 60;
  private static final int SHOWN_LINES = 5;

  /** The clock starts when all is in place but the command itself. */
  private static final char READY = '\n';

  private static final String WHEN_TOLD = "echo; read -r line; exec \"$@\" < /dev/null";

  private final Instance instance;
  private final Path folder;
  private final Optional<LatencyMount> mount;
  private final boolean gentle;
  private boolean trims;

  private final Object life = new Object();
  private boolean closed; // guarded by life
  private @Nullable Job running; // guarded by life: the last one

  private StoragePlace(
      Instance instance, Path folder, Optional<LatencyMount> mount, boolean gentle) {
    this.instance = instance;
    this.folder = folder;
    this.mount = mount;
    this.gentle = gentle;
    this.trims = instance.host().isRootUser() && !gentle;
  }

  /** Returns a place in a fresh folder below a directory. */
  static StoragePlace in(Instance instance, Path directory, StorageOptions options) {
    return new StoragePlace(
        instance,
        instance.folderBelow(directory, options.coldStarts()),
        Optional.empty(),
        options.gentle());
  }

  /** The same, seen over a latency. */
  static StoragePlace behind(
      Instance instance, Path directory, Duration latency, StorageOptions options)
      throws IOException, InterruptedException {
    Path folder = instance.folderBelow(directory, options.coldStarts());
    return new StoragePlace(
        instance,
        folder,
        Optional.of(LatencyMount.open(instance, folder, latency)),
        options.gentle());
  }

  /** Returns the folder as jobs and boxes see it. */
  Path root() {
    return mount.map(LatencyMount::path).orElse(folder);
  }

  /** Returns the job whose mounts a sandbox must see. */
  Optional<Job> job() {
    return mount.map(LatencyMount::job);
  }

  /** Returns whether what shows it still lives: a stand-in is a program. */
  boolean isThere() {
    return mount.map(LatencyMount::isOpen).orElse(true);
  }

  /** Copies a folder, through the latency where there is one. */
  void copy(Path source, String name) throws InterruptedException, SampleFailure {
    Path target = root().resolve(name);
    run(List.of("cp", "-a", source + "/.", target.toString()), root());
    showFolder(target);
  }

  /** Copies these files of a project. */
  void copy(ProjectFiles files, String name) throws InterruptedException, SampleFailure {
    Path target = root().resolve(name);
    Path list = null;
    try {
      list = Files.createTempFile(instance.directory(), "files-", "");
      StringBuilder names = new StringBuilder();
      files.names().forEach(file -> names.append("./").append(file).append('\0'));
      Files.writeString(list, names);
      run(
          List.of(
              "sh",
              "-c",
              "mkdir -p \"$1\" && xargs -0 -r cp -a --parents -t \"$1\" < \"$0\"",
              list.toString(),
              target.toString()),
          files.project());
      showFolder(target);
    } catch (IOException e) {
      throw new SampleFailure("could not list what is copied: " + e);
    } finally {
      if (list != null) {
        removeList(list);
      }
    }
  }

  private static void removeList(Path list) throws SampleFailure {
    try {
      Files.deleteIfExists(list);
    } catch (IOException e) {
      throw new SampleFailure("could not remove " + list + ": " + e);
    }
  }

  /**
   * Makes an empty folder, which shows whoever makes a box that the target is one. Only the job
   * sees what is in the target.
   */
  private void showFolder(Path target) throws SampleFailure {
    if (mount.isPresent()) {
      try {
        Files.createDirectories(target);
      } catch (IOException e) {
        throw new SampleFailure("could not make " + target + ": " + e);
      }
    }
  }

  void remove(String name) throws InterruptedException, SampleFailure {
    run(List.of("rm", "-rf", root().resolve(name).toString()), root());
  }

  /** Runs a command to its end, and tells what it took. */
  CommandTiming run(List<String> command, Path directory)
      throws InterruptedException, SampleFailure {
    List<String> waiting = new ArrayList<>(List.of("sh", "-c", WHEN_TOLD, "job"));
    waiting.addAll(command);
    try (Job started = started(waiting, directory);
        TreeWatch watch = TreeWatch.of(started)) {
      PushbackInputStream said = new PushbackInputStream(started.output(), 1);
      int first = said.read();
      if (first >= 0 && first != READY) {
        said.unread(first); // it failed before that, and says why
      }
      LastLines output = new LastLines(SHOWN_LINES).read(said);
      CommandTiming.Reading before = CommandTiming.Reading.now(instance);
      long begun = System.nanoTime();
      if (first == READY) {
        tell(started);
      }
      int code = started.exit().get(JOB_PATIENCE_MINUTES, TimeUnit.MINUTES);
      CommandTiming.Reading after = CommandTiming.Reading.now(instance);
      CommandTiming timing = before.at(begun).until(after, watch.end());
      if (code != 0) {
        throw new SampleFailure(String.join(" ", command) + " ended with " + code + ": " + output);
      }
      return timing;
    } catch (TimeoutException e) {
      throw new SampleFailure(
          String.join(" ", command) + " was not done after " + JOB_PATIENCE_MINUTES + " minutes");
    } catch (IOException | UncheckedIOException | ExecutionException e) {
      throw new SampleFailure("could not run " + String.join(" ", command) + ": " + e.getMessage());
    }
  }

  private static void tell(Job waiting) {
    try {
      waiting.input().write('\n');
      waiting.input().close();
    } catch (IOException e) {
      // It has ended: its exit code says why.
    }
  }

  private Job started(List<String> command, Path directory) throws SampleFailure {
    synchronized (life) {
      if (closed) {
        throw new SampleFailure("the lab is closed");
      }
      Job job = instance.start("build", new Job.Spec(command, directory, false, job()));
      running = job;
      return job;
    }
  }

  /**
   * The caches that were emptied before a sample.
   *
   * @param all whether all caches of the machine were dropped; else those of the files here
   * @param trimmed whether the storage was told what is free
   */
  record Cold(boolean all, boolean trimmed) {}

  /** Writes back what is dirty, tells the storage what is free, and has nothing of it cached. */
  Cold cool() throws InterruptedException, SampleFailure {
    Tool sync = Tool.run(List.of("sync", "-f", folder.toString()), PATIENCE);
    if (!sync.succeeded()) {
      throw new SampleFailure(
          "sync ended with " + sync.exitCode() + " (124: too late): " + sync.firstLine());
    }
    trims = trims && Tool.run(List.of("fstrim", folder.toString()), PATIENCE).succeeded();
    try {
      if (mount.isPresent()) {
        mount.get().again();
      }
      boolean all = !gentle && dropAll();
      if (!all) {
        PageCache.drop(List.of(folder));
      }
      return new Cold(all, trims);
    } catch (IOException e) {
      throw new SampleFailure(String.valueOf(e.getMessage()));
    }
  }

  private static boolean dropAll() {
    try {
      Files.writeString(DROP_CACHES, "3\n");
      return true;
    } catch (IOException e) {
      return false; // not root, or not permitted to it
    }
  }

  /** Round trips so far; 0 where there is no latency. */
  long trips() throws InterruptedException, SampleFailure {
    try {
      return mount.isPresent() ? mount.get().trips() : 0;
    } catch (IOException e) {
      throw new SampleFailure(String.valueOf(e.getMessage()));
    }
  }

  /** Ends what runs there; what cannot be removed stays on record for the instance's end. */
  @Override
  public void close() {
    Job last;
    synchronized (life) {
      closed = true;
      last = running;
    }
    if (last != null) {
      last.close();
    }
    mount.ifPresent(LatencyMount::close);
    instance.removeBelow(folder);
  }
}
