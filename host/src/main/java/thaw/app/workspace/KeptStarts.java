package thaw.app.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.Folders;
import thaw.deployment.WorkerImage;
import thaw.sandbox.Instance;
import thaw.snapshot.CriuProbe;
import thaw.snapshot.MountedSnapshots;
import thaw.snapshot.SnapshotStore;
import thaw.snapshot.archive.ArchiveStore;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/** Snapshots and class archives of functions, beside those that others have made. */
final class KeptStarts {
  /** The folder of archives in the cache. */
  static final String ARCHIVES = "archives";

  private final Instance instance;
  private final Path cache;
  private final Consumer<String> notes;
  private final Optional<MountedSnapshots> mounted;
  private final FunctionArchives archives;
  private @Nullable Snapshots snapshots;

  /**
   * @param cache of the program
   * @param notes for people
   */
  KeptStarts(
      Instance instance, Path cache, Consumer<String> notes, Optional<MountedSnapshots> mounted) {
    this.instance = instance;
    this.cache = cache;
    this.notes = notes;
    this.mounted = mounted;
    this.archives =
        new FunctionArchives(
            instance, new SnapshotStore(cache.resolve("function-archives"), notes));
  }

  /** Those that others have made, told when there is none for this machine. */
  static Optional<MountedSnapshots> mounted(Consumer<String> notes) {
    try {
      Optional<MountedSnapshots> mounted =
          MountedSnapshots.named(Optional.ofNullable(System.getenv(MountedSnapshots.VARIABLE)));
      mounted.flatMap(MountedSnapshots::obstacle).ifPresent(notes);
      return mounted;
    } catch (IOException e) {
      notes.accept("no snapshots of others are used: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns the store of the runtime clients' archives. */
  static ArchiveStore clientArchives(
      Folders folders, Optional<MountedSnapshots> mounted, Consumer<String> notes) {
    return new ArchiveStore(
        folders.cache().resolve(ARCHIVES), mounted, WorkerImage.archives(folders.program()), notes);
  }

  FunctionArchives archives() {
    return archives;
  }

  /** Returns the snapshots, which are for one thread at a time. */
  Snapshots snapshots(CriuProbe criu) throws InterruptedException {
    if (snapshots == null) {
      try {
        snapshots =
            new Snapshots(
                instance,
                criu.working(instance.host().isRootOfMachine()),
                new SnapshotStore(cache.resolve("snapshots"), mounted, notes),
                archives,
                notes);
      } catch (IOException e) {
        throw new UncheckedIOException("could not try CRIU: " + e, e);
      }
    }
    return snapshots;
  }
}
