package thaw.lab.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.lab.engine.Workbench;
import thaw.lab.result.SampleFailure;
import thaw.problem.UserMistake;
import thaw.sandbox.Capability;
import thaw.sandbox.FuseLibrary;

/**
 * The storage places that are compared, by the values of their factors, with the obstacle where one
 * cannot be had.
 */
final class StoragePlaces {
  static final String NO_LATENCY = "none";
  static final String DISK = "disk";
  static final String MEMORY = "memory";
  static final String STAND_IN = "stand-in";

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final String MEMORY_TYPE = "tmpfs";

  /**
   * @param place the directory, or what it stands for
   * @param latency in words, or {@link #NO_LATENCY}
   * @param fileSystem as the kernel calls it: {@code ext4}, {@code nfs4}; or {@link #STAND_IN}
   */
  record Key(String place, String latency, String fileSystem) {
    /** Returns the name of a place in tables. */
    static String words(String place, String latency) {
      return latency.equals(NO_LATENCY) ? place : place + " + " + latency;
    }
  }

  private final Workbench workbench;
  private final Map<Key, StoragePlace> opened = new LinkedHashMap<>();
  private final Map<Key, String> missing = new LinkedHashMap<>();

  private StoragePlaces(Workbench workbench) {
    this.workbench = workbench;
  }

  static StoragePlaces open(StorageOptions options, Workbench workbench)
      throws InterruptedException {
    StoragePlaces places = new StoragePlaces(workbench);
    Map<String, Path> directories = places.directories(options);
    if (directories.isEmpty()) {
      throw new UserMistake(
          "neither a disk nor memory to try storage on was found", "name a folder with --dir");
    }
    for (Path directory : directories.values()) {
      options.build().ifPresent(build -> requireOutside(build.project(), directory));
    }
    directories.forEach((name, directory) -> places.addHere(name, directory, options));
    Map.Entry<String, Path> first = directories.entrySet().iterator().next();
    for (Duration latency : options.latencies()) {
      places.addSlow(
          new Key(first.getKey(), words(latency), STAND_IN), first.getValue(), latency, options);
    }
    return places;
  }

  /** Whatever links name them by. */
  static void requireOutside(Path project, Path directory) {
    try {
      if (directory.toRealPath().startsWith(project.toRealPath())) {
        throw new UserMistake(
            "the project would be copied into itself: " + directory + " is in " + project,
            "name a directory outside of the project with --dir");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not look at " + directory + " and " + project, e);
    }
  }

  private void addHere(String name, Path directory, StorageOptions options) {
    try {
      add(
          new Key(name, NO_LATENCY, type(directory)),
          StoragePlace.in(workbench.instance(), directory, options));
    } catch (UncheckedIOException e) {
      throw new UserMistake(String.valueOf(e.getMessage()), "name another directory with --dir");
    }
  }

  private void add(Key key, StoragePlace place) {
    opened.put(key, place);
    workbench.atEnd(place::close);
  }

  private void addSlow(Key key, Path directory, Duration latency, StorageOptions options)
      throws InterruptedException {
    Capability fuse = FuseLibrary.capability(workbench.instance().host().hasMountNamespaces());
    if (!fuse.available()) {
      missing.put(key, fuse.detail() + "; " + fuse.remedy());
      return;
    }
    try {
      add(key, StoragePlace.behind(workbench.instance(), directory, latency, options));
    } catch (IOException e) {
      missing.put(key, String.valueOf(e.getMessage()));
    }
  }

  private Map<String, Path> directories(StorageOptions options) {
    Map<String, Path> named = new LinkedHashMap<>();
    if (options.directories().isEmpty()) {
      disk().ifPresent(disk -> named.put(DISK, disk));
      if (Files.isWritable(SHARED_MEMORY)) {
        named.put(MEMORY, SHARED_MEMORY);
      }
    }
    options.directories().forEach(directory -> named.put(directory.toString(), directory));
    return named;
  }

  /** Returns the first of the lab's folders that is on a disk and not in memory. */
  private Optional<Path> disk() {
    List<Path> candidates = new ArrayList<>();
    candidates.add(workbench.folder());
    candidates.add(workbench.cache());
    return candidates.stream().filter(StoragePlaces::isDisk).findFirst();
  }

  private static boolean isDisk(Path folder) {
    return !type(folder).equals(MEMORY_TYPE);
  }

  private static String type(Path folder) {
    try {
      return Files.getFileStore(folder).type();
    } catch (IOException e) {
      throw new UncheckedIOException("could not look at " + folder, e);
    }
  }

  /** {@code 1 ms}, {@code 0.5 ms}. */
  static String words(Duration latency) {
    double millis = latency.toNanos() / 1e6;
    return (millis == Math.rint(millis) ? "" + Math.round(millis) : "" + millis) + " ms";
  }

  /** All, those that are missing as well, in the order of tables. */
  List<Key> keys() {
    List<Key> keys = new ArrayList<>(opened.keySet());
    keys.addAll(missing.keySet());
    return keys;
  }

  /** The place, or why there is none. */
  StoragePlace get(Key key) throws SampleFailure {
    StoragePlace place = opened.get(key);
    if (place == null) {
      throw new SampleFailure(missing.getOrDefault(key, "no such place: " + key));
    }
    return place;
  }
}
