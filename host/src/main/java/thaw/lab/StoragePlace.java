package thaw.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import thaw.latency.LatencyMount;
import thaw.sandbox.Instance;
import thaw.sandbox.Job;
import thaw.sandbox.PageCache;
import thaw.sandbox.Tool;
import thaw.sandbox.Trees;

/**
 * A fresh folder on the storage that is tried, or the same behind a latency. What runs on it runs
 * in jobs: nobody else sees what a {@link LatencyMount} shows.
 */
final class StoragePlace implements AutoCloseable {
  private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long JOB_PATIENCE_MINUTES = 60;

  private final Instance instance;
  private final Path folder;
  private final Optional<LatencyMount> mount;
  private final boolean gentle;
  private final Set<Job> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private boolean trims;

  private StoragePlace(
      Instance instance, Path folder, Optional<LatencyMount> mount, boolean gentle) {
    this.instance = instance;
    this.folder = folder;
    this.mount = mount;
    this.gentle = gentle;
    this.trims = instance.host().isRootUser() && !gentle;
  }

  /** In a fresh folder below a directory. */
  static StoragePlace in(Instance instance, Path directory, boolean gentle) {
    return new StoragePlace(instance, instance.folderBelow(directory), Optional.empty(), gentle);
  }

  /** The same, seen over a latency. */
  static StoragePlace behind(Instance instance, Path directory, Duration latency, boolean gentle)
      throws IOException, InterruptedException {
    Path folder = instance.folderBelow(directory);
    return new StoragePlace(
        instance, folder, Optional.of(LatencyMount.open(instance, folder, latency)), gentle);
  }

  /** Where it is for jobs and boxes. */
  Path root() {
    return mount.map(LatencyMount::path).orElse(folder);
  }

  /** Whose mounts a box must see. */
  Optional<Job> job() {
    return mount.map(LatencyMount::job);
  }

  /** Copies a folder, through the latency where there is one. */
  Path copy(Path source, String name) throws InterruptedException, SampleFailure {
    Path target = root().resolve(name);
    run(List.of("cp", "-a", source + "/.", target.toString()), root());
    if (mount.isPresent()) {
      try {
        // For who makes a box: that it is a folder. Only the job sees what is in it.
        Files.createDirectories(target);
      } catch (IOException e) {
        throw new UncheckedIOException("could not make " + target, e);
      }
    }
    return target;
  }

  void remove(String name) throws InterruptedException, SampleFailure {
    run(List.of("rm", "-rf", root().resolve(name).toString()), root());
  }

  /** Runs a command to its end, and tells what it took. */
  Timing run(List<String> command, Path directory) throws InterruptedException, SampleFailure {
    Timing.Reading before = Timing.Reading.now();
    try (Job started = instance.start("build", new Job.Spec(command, directory, false, job()))) {
      running.add(started);
      try {
        return timed(started, command, before);
      } finally {
        running.remove(started);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not run " + command, e);
    }
  }

  private Timing timed(Job started, List<String> command, Timing.Reading before)
      throws IOException, InterruptedException, SampleFailure {
    try (TreeWatch watch = TreeWatch.of(started)) {
      if (closed) { // meanwhile, without having seen it
        throw new InterruptedException("the lab is closed");
      }
      started.input().close();
      LastLines output = LastLines.of(started.output());
      int code = started.exit().orTimeout(JOB_PATIENCE_MINUTES, TimeUnit.MINUTES).join();
      Timing.Reading after = Timing.Reading.now();
      Timing timing = before.until(after, watch.end());
      if (code != 0) {
        throw new SampleFailure(String.join(" ", command) + " ended with " + code + ": " + output);
      }
      return timing;
    }
  }

  /**
   * How cold it is.
   *
   * @param all whether all caches of the machine were dropped; else those of the files here
   * @param trimmed whether the storage was told what is free
   */
  record Cold(boolean all, boolean trimmed) {}

  /** Writes back what is dirty, tells the storage what is free, and has nothing of it cached. */
  Cold cool() throws InterruptedException, SampleFailure {
    Tool.run(List.of("sync", "-f", folder.toString()), PATIENCE);
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

  /** Any thread may call it. */
  @Override
  public void close() {
    closed = true;
    running.forEach(Job::close);
    try {
      mount.ifPresent(LatencyMount::close);
    } finally {
      delete();
    }
  }

  private void delete() {
    try {
      Trees.delete(folder);
    } catch (IOException e) {
      // Something still writes to it, as with Ctrl-C: the instance removes it with all else.
    }
  }
}
