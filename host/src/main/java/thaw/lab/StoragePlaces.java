package thaw.lab;

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
import thaw.latency.FuseLibrary;
import thaw.sandbox.Capability;

/** Which places are compared, by the values of their factors, and what stands in the way of one. */
final class StoragePlaces {
  static final String NO_LATENCY = "none";
  static final String DISK = "disk";
  static final String MEMORY = "memory";

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final String MEMORY_TYPE = "tmpfs";

  /**
   * @param place the directory, or what it stands for
   * @param latency in words, or {@link #NO_LATENCY}
   */
  record Key(String place, String latency) {
    /** As tables show it. */
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
    directories.forEach((name, directory) ->
        places.add(
            new Key(name, NO_LATENCY),
            StoragePlace.in(workbench.instance(), directory, options.gentle())));
    Map.Entry<String, Path> first = directories.entrySet().iterator().next();
    for (Duration latency : options.latencies()) {
      places.addSlow(
          new Key(first.getKey(), words(latency)), first.getValue(), latency, options.gentle());
    }
    return places;
  }

  private void add(Key key, StoragePlace place) {
    opened.put(key, place);
    workbench.atEnd(place::close);
  }

  private void addSlow(Key key, Path directory, Duration latency, boolean gentle)
      throws InterruptedException {
    Capability fuse = FuseLibrary.capability(workbench.instance().host().hasMountNamespaces());
    if (!fuse.available()) {
      missing.put(key, fuse.detail() + "; " + fuse.remedy());
      return;
    }
    try {
      add(key, StoragePlace.behind(workbench.instance(), directory, latency, gentle));
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

  /** Where temporary files are, unless that is memory. */
  private Optional<Path> disk() {
    List<Path> candidates = new ArrayList<>();
    candidates.add(workbench.folder());
    candidates.add(workbench.cache());
    return candidates.stream().filter(StoragePlaces::isDisk).findFirst();
  }

  private static boolean isDisk(Path folder) {
    try {
      return !Files.getFileStore(folder).type().equals(MEMORY_TYPE);
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

  List<StoragePlace> all() {
    return List.copyOf(opened.values());
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
