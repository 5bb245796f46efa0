package thaw.app.run;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.app.build.BuildsAtWork;
import thaw.function.FunctionDefinition;
import thaw.steady.StepLoop;

/**
 * Notices when what functions are made of changes on disk. Refuses to know what is done then.
 *
 * <p>The kernel tells of changes (inotify); a look now and then finds those that it does not tell
 * of, on network file systems and shared folders of virtual machines. A build writes many files, so
 * a change counts when nothing has changed for a moment.
 */
final class CodeWatch implements AutoCloseable {
  /** The longest pause between two writes of one build. */
  private static final Duration SETTLING = Duration.ofMillis(80);

  /** Compilers and IDEs begin by removing what they will make. */
  private static final Duration SETTLING_WITH_LESS = Duration.ofMillis(1500);

  /** Writing that never ends is taken as it is. */
  private static final Duration LONGEST_SETTLING = Duration.ofSeconds(5);

  /**
   * The longest time that a build tool is waited for: one that goes on, as one that watches
   * sources, has what it does taken as it is.
   */
  private static final Duration LONGEST_BUILD = Duration.ofSeconds(60);

  private static final Duration LOOK = Duration.ofSeconds(2);

  /** A look takes at most one part of so many of the time. */
  private static final int LOOK_PARTS = 100;

  private final Map<WatchedFiles, List<FunctionDefinition>> watched = new LinkedHashMap<>();
  private final Map<WatchedFiles, String> seen = new HashMap<>(); // of the watching thread
  private final Map<Path, WatchKey> keys = new HashMap<>(); // likewise
  private final Consumer<List<FunctionDefinition>> changed;
  private final Consumer<Exception> problems;
  private final BuildsAtWork builds = new BuildsAtWork(Path.of("/proc"));
  private long lookNanos = LOOK.toNanos(); // of the watching thread
  private boolean ended; // likewise
  private final WatchService service;

  private CodeWatch(
      List<FunctionDefinition> functions,
      Consumer<List<FunctionDefinition>> changed,
      Consumer<Exception> problems)
      throws IOException {
    for (FunctionDefinition function : functions) {
      watched.computeIfAbsent(WatchedFiles.of(function), _ -> new ArrayList<>()).add(function);
    }
    this.changed = changed;
    this.problems = problems;
    this.service = FileSystems.getDefault().newWatchService();
    for (WatchedFiles files : watched.keySet()) {
      seen.put(files, fingerprint(files));
    }
  }

  /**
   * @param changed gets the functions whose files are other ones now, on a thread that does nothing
   *     else
   * @param problems why changes are not seen
   */
  static CodeWatch start(
      List<FunctionDefinition> functions,
      Consumer<List<FunctionDefinition>> changed,
      Consumer<Exception> problems)
      throws IOException {
    CodeWatch watch = new CodeWatch(functions, changed, problems);
    Thread.ofPlatform().daemon().name("code-watch").start(watch::watch);
    return watch;
  }

  private void watch() {
    new StepLoop("code-watch", problems).run(() -> !ended, this::round);
  }

  private void round() throws InterruptedException {
    try {
      awaitChange(Duration.ofNanos(lookNanos));
      long begin = System.nanoTime();
      look();
      long took = System.nanoTime() - begin;
      lookNanos = Math.max(LOOK.toNanos(), took * LOOK_PARTS);
    } catch (IOException e) {
      return; // a folder cannot be read just now, or no file descriptor is left
    } catch (ClosedWatchServiceException e) {
      ended = true;
    }
  }

  private void look() throws IOException, InterruptedException {
    for (Map.Entry<WatchedFiles, List<FunctionDefinition>> each : watched.entrySet()) {
      WatchedFiles files = each.getKey();
      String now = fingerprint(files);
      if (!now.equals(seen.get(files))) {
        seen.put(files, settled(files, now));
        changed.accept(each.getValue());
      }
    }
  }

  /**
   * Waits until writing has ended and returns the files' state: no build tool is at work in the
   * project, and nothing has changed for a moment, which is longer while there is less than before.
   */
  private String settled(WatchedFiles files, String first)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long had = count(seen.getOrDefault(files, ""));
    String before = first;
    while (true) {
      boolean isLess = count(before) < had;
      awaitChange(isLess ? SETTLING_WITH_LESS : SETTLING);
      String now = fingerprint(files);
      Duration passed = Duration.ofNanos(System.nanoTime() - begin);
      if (builds.areAtWork(files.roots()) && passed.compareTo(LONGEST_BUILD) < 0) {
        before = now;
      } else if (now.equals(before) || passed.compareTo(LONGEST_SETTLING) > 0) {
        return now;
      } else {
        before = now;
      }
    }
  }

  private static long count(String fingerprint) {
    return fingerprint.isEmpty() ? 0 : fingerprint.lines().count();
  }

  private void awaitChange(Duration patience) throws InterruptedException {
    WatchKey key = service.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    while (key != null) {
      key.pollEvents();
      if (!key.reset()) { // its folder is gone
        keys.values().remove(key);
      }
      key = service.poll();
    }
  }

  /**
   * Returns the files' fingerprint, and has the kernel tell of changes in all folders that there
   * are now.
   */
  private String fingerprint(WatchedFiles files) throws IOException {
    Set<Path> folders = new HashSet<>();
    String fingerprint = files.fingerprint(folders);
    for (Path folder : folders) {
      if (!keys.containsKey(folder)) {
        register(folder);
      }
    }
    return fingerprint;
  }

  private void register(Path folder) {
    try {
      keys.put(
          folder,
          folder.register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE));
    } catch (IOException e) {
      // It is gone again, or the user may watch no more folders: the look finds the change.
      keys.remove(folder);
    }
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
